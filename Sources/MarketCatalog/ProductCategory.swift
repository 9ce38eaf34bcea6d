/// A category that the market knows by name: its slug and its title in three languages.
///
/// Products may carry any well-formed slug; these are the ones that seeded products use, that have
/// pictures of their own, and whose titles can be shown.
public struct ProductCategory: Hashable, Sendable {
  /// The slug that products carry, such as `outer`.
  public let slug: String
  /// The title in Korean.
  public let korean: String
  /// The title in English.
  public let english: String
  /// The title in Japanese.
  public let japanese: String

  private init(_ slug: String, _ korean: String, _ english: String, _ japanese: String) {
    self.slug = slug
    self.korean = korean
    self.english = english
    self.japanese = japanese
  }

  /// The known category with a slug, or nil.
  public init?(slug: String) {
    guard let category = Self.all.first(where: { $0.slug == slug }) else { return nil }
    self = category
  }

  /// The title in one of the languages that the product speaks.
  public func title(in language: Language) -> String {
    switch language {
    case .korean: korean
    case .english: english
    case .japanese: japanese
    }
  }

  /// Every known category, in the order in which a shop lists them; the last is `etc`.
  public static let all = [
    ProductCategory("outer", "아우터", "Outerwear", "アウター"),
    ProductCategory("top", "상의", "Tops", "トップス"),
    ProductCategory("pants", "바지", "Pants", "パンツ"),
    ProductCategory("dress", "원피스·스커트", "Dresses & skirts", "ワンピース・スカート"),
    ProductCategory("homewear", "홈웨어", "Loungewear", "ルームウェア"),
    ProductCategory("shoes", "신발", "Shoes", "シューズ"),
    ProductCategory("bag", "가방", "Bags", "バッグ"),
    ProductCategory("accessory", "액세서리", "Accessories", "アクセサリー"),
    ProductCategory("skincare", "스킨케어", "Skin care", "スキンケア"),
    ProductCategory("makeup", "메이크업", "Make-up", "メイクアップ"),
    ProductCategory("haircare", "헤어·바디", "Hair & body", "ヘア・ボディ"),
    ProductCategory("perfume", "향수", "Fragrance", "フレグランス"),
    ProductCategory("fruit", "과일·채소", "Fruit & vegetables", "果物・野菜"),
    ProductCategory("meat", "정육·수산", "Meat & seafood", "肉・魚"),
    ProductCategory("snack", "간식·디저트", "Snacks & desserts", "お菓子・デザート"),
    ProductCategory("coffee", "커피·차", "Coffee & tea", "コーヒー・お茶"),
    ProductCategory("meal", "간편식·반찬", "Ready meals", "お惣菜"),
    ProductCategory("furniture", "가구", "Furniture", "家具"),
    ProductCategory("bedding", "침구", "Bedding", "寝具"),
    ProductCategory("kitchen", "주방용품", "Kitchenware", "キッチン用品"),
    ProductCategory("lighting", "조명", "Lighting", "照明"),
    ProductCategory("decor", "인테리어 소품", "Home decor", "インテリア雑貨"),
    ProductCategory("cleaning", "청소·세탁", "Cleaning & laundry", "掃除・洗濯"),
    ProductCategory("mobile", "모바일 용품", "Mobile accessories", "モバイル用品"),
    ProductCategory("computer", "컴퓨터", "Computers", "パソコン"),
    ProductCategory("audio", "음향기기", "Audio", "オーディオ"),
    ProductCategory("appliance", "생활가전", "Appliances", "生活家電"),
    ProductCategory("baby", "유아용품", "Baby", "ベビー"),
    ProductCategory("toy", "장난감", "Toys", "おもちゃ"),
    ProductCategory("pet", "반려동물", "Pets", "ペット"),
    ProductCategory("sports", "운동", "Sports", "スポーツ"),
    ProductCategory("camping", "캠핑", "Camping", "キャンプ"),
    ProductCategory("plant", "식물·원예", "Plants & garden", "植物・園芸"),
    ProductCategory("book", "책", "Books", "本"),
    ProductCategory("stationery", "문구", "Stationery", "文房具"),
    ProductCategory("etc", "기타", "Other", "その他"),
  ]
}
