/// The words and prices of one category, from which the seed shop makes its products.
struct SeedVocabulary {
  /// The category's slug.
  let slug: String
  let trade: Trade
  /// First sentences of descriptions.
  let openings: [String]
  /// Things of a kind, whose words go together.
  let families: [Family]

  /// Things that share words and prices; a name is `adjective material item choice`, and any part
  /// but the item may be left out.
  struct Family {
    /// What is asked, from the cheapest to the dearest, in won.
    let prices: ClosedRange<Int64>
    let adjectives: [String]
    let materials: [String]
    let items: [String]
    /// Sizes, colours or amounts that one thing is offered in.
    let choices: [String]

    /// Makes a family from lists that are separated by commas.
    init(
      _ prices: ClosedRange<Int64>, _ adjectives: String, _ materials: String, _ items: String,
      _ choices: String
    ) {
      self.prices = prices
      self.adjectives = words(adjectives)
      self.materials = words(materials)
      self.items = words(items)
      self.choices = words(choices)
    }
  }

  /// A kind of shop; a seller keeps to one.
  enum Trade: Int, CaseIterable {
    case fashion, beauty, food, living, digital, family, outdoor, paper

    /// How sellers of the trade end their names, five each.
    var vendorEndings: [String] {
      switch self {
      case .fashion: ["옷방", "옷장", "양장점", "의상실", "편집숍"]
      case .beauty: ["화장대", "향방", "뷰티룸", "피부연구소", "살롱"]
      case .food: ["식탁", "농장", "찬방", "곳간", "부엌"]
      case .living: ["살림", "공방", "가구점", "집꾸밈", "생활관"]
      case .digital: ["전자", "디지털", "전파사", "기기상점", "테크"]
      case .family: ["놀이터", "아이방", "발자국", "다락방", "키움터"]
      case .outdoor: ["야영지", "산책길", "운동장", "초록마당", "베이스캠프"]
      case .paper: ["서가", "책방", "문방구", "종이가게", "잡화점"]
      }
    }
  }

  init(_ slug: String, _ trade: Trade, openings: [String], families: [Family]) {
    self.slug = slug
    self.trade = trade
    self.openings = openings
    self.families = families
  }

  /// The vocabularies in the order of ``ProductCategory/all``.
  static let all = fashion + beautyAndFood + livingAndDigital + familyAndLeisure

  /// The first parts of sellers' names.
  static let vendorBeginnings = words(
    """
    모아담, 온유한, 소담결, 하루솔, 늘봄채, 다온재, 마루온, 새늘빛, 달빛재, 누리담, 여울목, 햇살골, 바람결, \
    도담도담, 가온길, 나래울, 두레박, 라온제, 미르숲, 별하늘, 산들내, 아람찬, 초롱불, 큰솔밭, 푸른재, 해오름, \
    고운터, 너른들, 단비네, 로와담, 물빛섬, 봄날애, 서리꽃, 은가비, 자작숲, 청사초, 토담집, 포근재, 한결로, \
    꽃내음, 느루네, 다솜채, 마중물, 보드레, 사부작, 오늘집안, 우리결, 윤슬당, 차오름, 해찬들녘
    """)

  /// Makers whose names stand before some products'.
  static let makers = words(
    """
    모담, 온결, 소로재, 하늬온, 늘솔, 다올린, 마루비, 새온재, 달무늬, 누비온, 여온, 햇담, 결하루, 도란재, \
    가람온, 나린결, 두온, 라솔, 미로담, 별온, 산하루, 아로결, 초온재, 큰나래, 푸르온, 해담결
    """)

  /// Sentences that fit behind any opening.
  static let closings = [
    "주문하신 다음 날 보내 드려요.",
    "받아 보신 뒤 7일 안에 교환하실 수 있어요.",
    "선물 포장을 함께 고를 수 있습니다.",
    "화면과 실제 색이 조금 다를 수 있어요.",
    "재입고 문의가 많았던 상품입니다.",
    "수량이 넉넉하지 않으니 서둘러 주세요.",
    "후기를 남기시면 적립금을 드립니다.",
    "두 개 이상 함께 사시면 배송비가 없어요.",
    "하나하나 살펴보고 꼼꼼하게 포장합니다.",
    "오래 두고 쓰실 수 있도록 튼튼하게 만들었어요.",
    "궁금한 점은 문의 글로 남겨 주세요.",
    "단골손님이 가장 많이 다시 찾는 상품이에요.",
    "제주와 섬 지역은 하루 이틀 더 걸립니다.",
    "포장재는 모두 종이로 바꾸었습니다.",
  ]
}

/// The parts of a list that is separated by commas.
private func words(_ list: String) -> [String] {
  list.split(separator: ",").map { word in
    String(word.drop { $0 == " " })
  }
}
