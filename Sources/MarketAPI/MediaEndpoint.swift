import HTTPServer
import MarketCatalog

extension MarketHandler {
  /// `GET /media/{name}`: a picture, which never changes under its name.
  func media(name: String, _ request: Request) throws(RequestError) -> Response {
    _ = try QueryParameters(request.queryBytes, accepting: [])
    guard let directory = configuration.mediaDirectory, Picture.isMediaName(name[...].utf8) else {
      throw .noSuchPicture
    }
    let body = try PictureFile.read(directory + "/" + name)
    let kind = PictureKind(name: name)
    return fitter.response(
      to: request,
      with: Answer(
        contentType: kind.contentType, cacheControl: "public, max-age=31536000, immutable",
        fields: [
          "X-Content-Type-Options": "nosniff",
          // An SVG opened by itself must not run or load anything.
          "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ],
        isCompressible: kind == .svg, tag: tags.tag(body: body), body: body))
  }
}

/// The kinds of pictures, told by the ending of the name.
enum PictureKind: Hashable {
  case svg
  case png
  case jpeg
  case gif
  case webp
  case avif
  case unknown

  init(name: String) {
    self =
      switch name.split(separator: ".").last {
      case "svg": .svg
      case "png": .png
      case "jpg", "jpeg": .jpeg
      case "gif": .gif
      case "webp": .webp
      case "avif": .avif
      default: .unknown
      }
  }

  /// The value of `Content-Type`.
  var contentType: StaticString {
    switch self {
    case .svg: "image/svg+xml"
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .avif: "image/avif"
    case .unknown: "application/octet-stream"
    }
  }
}
