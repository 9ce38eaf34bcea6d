import Foundation
import FoundationXML
import MarketCatalog
import MarketData
import TestSupport
import Testing

@Suite struct ProductPictureTests {
  @Test("every category has five pictures, all different, all small")
  func all() {
    let pictures = ProductPicture.all
    #expect(pictures.count == ProductCategory.all.count * ProductPicture.variantCount)
    #expect(Set(pictures.map(\.svg)).count == pictures.count)
    #expect(Set(pictures.map(\.fileName)).count == pictures.count)
    for picture in pictures {
      #expect(picture.svg.utf8.count < 2_048)
      let draft = ProductDraft(
        name: "a", price: Money(amountMinor: 0, currency: .krw), stock: 0,
        thumbnail: picture.picture)
      #expect(draft.faults().isEmpty, "\(picture.fileName)")
    }
  }

  @Test("every picture is well-formed and has its colours", arguments: ProductPicture.all)
  func wellFormed(_ picture: ProductPicture) {
    #expect(XMLParser(data: Data(picture.svg.utf8)).parse())
    for mark in ["=\"D\"", "=\"L\"", "=\"A\""] { #expect(!picture.svg.contains(mark)) }
  }

  @Test("a stand-in is of the category and always the same")
  func standIn() {
    let first = ProductPicture.standIn(forCategory: "bag", key: "openmarket 12")
    #expect(first == ProductPicture.standIn(forCategory: "bag", key: "openmarket 12"))
    #expect(first.url.hasPrefix("/media/bag-"))
    let keys = (0..<50).map { "key \($0)" }
    let bags = Set(keys.map { ProductPicture.standIn(forCategory: "bag", key: $0) })
    #expect(bags.count == ProductPicture.variantCount)
    let other = ProductPicture.standIn(forCategory: "vehicle", key: "")
    #expect(other.url.hasPrefix("/media/etc-"))
  }

  @Test("pictures are written once, and mended when cut")
  func writing() throws {
    let directory = try TemporaryDirectory()
    let folder = directory.file("media")
    #expect(try ProductPicture.writeAll(to: folder) == ProductPicture.all.count)
    #expect(try ProductPicture.writeAll(to: folder) == 0)
    for picture in ProductPicture.all {
      let contents = try String(contentsOfFile: folder + "/" + picture.fileName, encoding: .utf8)
      #expect(contents == picture.svg)
    }
    try directory.write([0x3C], to: "media/" + ProductPicture.all[3].fileName)
    #expect(try ProductPicture.writeAll(to: folder) == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(names) == Set(ProductPicture.all.map(\.fileName)))
  }

  @Test("a folder that cannot be made is named")
  func faults() throws {
    let directory = try TemporaryDirectory()
    let missing = directory.file("no/media")
    let fault = #expect(throws: FileFault.self) { try ProductPicture.writeAll(to: missing) }
    #expect(fault?.description == "cannot create \(missing): No such file or directory")
    #expect(fault?.isMissing == true)

    let file = try directory.write([], to: "file")
    #expect(throws: FileFault.self) { try ProductPicture.writeAll(to: file) }
  }
}
