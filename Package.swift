// swift-tools-version:6.2
import PackageDescription

/// Every target is held to the same rules by the compiler: Swift 6 mode, no hidden imports, no
/// implicit existentials, and not a single warning.
let rules: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The rules of what answers requests.
///
/// A release trusts that nothing is changed while it is being changed; tests, which are built for
/// debugging, check each access (decision 20).
let servingRules =
  rules + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

/// The test targets that have golden files.
let goldenTests: Set<String> = ["MarketAPITests", "MarketCLITests", "MarketTerminalTests"]

let package = Package(
  name: "market",
  platforms: [.iOS(.v17), .macOS(.v14)],
  products: [
    .executable(name: "market-cli", targets: ["MarketCLI"]),
    .library(name: "MarketCatalog", targets: ["MarketCatalog"]),
    .library(name: "MarketViewModel", targets: ["MarketViewModel"]),
    .library(name: "MarketClient", targets: ["MarketClient"]),
  ],
  targets: [
    // The portable core: the standard library only (scripts/embedded-gate.sh compiles both).
    .target(name: "MarketCatalog", swiftSettings: rules),
    .target(name: "MarketViewModel", dependencies: ["MarketCatalog"], swiftSettings: rules),

    // Texts and JSON.
    .target(name: "MarketText", dependencies: ["CUTF8Proc"], swiftSettings: rules),
    .target(
      name: "MarketJSON", dependencies: ["MarketCatalog", "MarketText", "StrictJSON"],
      swiftSettings: servingRules),
    .target(name: "StrictJSON", dependencies: ["CJansson"], swiftSettings: rules),

    // The store.
    .target(
      name: "Migrations", path: "Migrations",
      exclude: ["README.md"],
      sources: ["EmbeddedMigrations.swift"],
      resources: [
        .embedInCode("sqlite/0001_create_market.sql"),
        .embedInCode("sqlite/0002_count_categories.sql"),
        .embedInCode("sqlite/0003_create_vendor_products.sql"),
        .embedInCode("sqlite/0004_remember_arithmetic.sql"),
        .embedInCode("sqlite/0005_repack_cards.sql"),
        .embedInCode("sqlite/0006_create_search.sql"),
        .embedInCode("sqlite/0007_create_tokens.sql"),
        .embedInCode("sqlite/0008_note_creation_of_left_places.sql"),
        .embedInCode("sqlite/0009_let_recent_counts_lag.sql"),
        .embedInCode("sqlite/0010_create_product_standings.sql"),
        .embedInCode("sqlite/0011_let_standings_be_late.sql"),
        .embedInCode("sqlite-events/0001_create_events.sql"),
        .embedInCode("sqlite-events/0002_speed_up_recording.sql"),
        .embedInCode("sqlite-events/0003_mark_unweighed_events.sql"),
        .embedInCode("sqlite-events/0004_forget_event_ids.sql"),
        .embedInCode("sqlite-events/0005_name_store.sql"),
      ],
      swiftSettings: rules),
    .target(
      name: "MarketSQLite",
      dependencies: ["MarketCatalog", "MarketJSON", "MarketText", "Migrations", "CSQLite"],
      swiftSettings: servingRules),

    // The HTTP API.
    .target(name: "HTTPServer", dependencies: ["CEpoll"], swiftSettings: servingRules),
    .target(
      name: "MarketAPI",
      dependencies: [
        "MarketCatalog", "HTTPServer", "MarketJSON", "StrictJSON", "MarketText", "CSodium", "CZlib",
      ],
      resources: [.embedInCode("openapi.json")],
      swiftSettings: servingRules),

    // The API as typed calls, for apps too: FoundationEssentials at most.
    .target(name: "MarketClient", dependencies: ["MarketCatalog"], swiftSettings: rules),

    // Product files in and out, the seed shop, the drawn pictures.
    .target(
      name: "MarketData",
      dependencies: ["MarketCatalog", "MarketJSON", "StrictJSON", "MarketText"],
      swiftSettings: rules),

    // The terminal view.
    .target(
      name: "MarketTerminal",
      dependencies: ["MarketCatalog", "MarketViewModel", "MarketText", "CTerminal"],
      swiftSettings: rules),

    // The product: the only place where everything meets.
    .executableTarget(
      name: "MarketCLI",
      dependencies: [
        "MarketCatalog", "MarketViewModel", "MarketText", "MarketJSON", "StrictJSON",
        "MarketSQLite", "HTTPServer", "MarketAPI", "MarketClient", "MarketData", "MarketTerminal",
        "CCurl",
      ],
      swiftSettings: rules),

    // What `make bench` times inside one process; no product.
    .executableTarget(
      name: "SliceBench",
      dependencies: [
        "MarketCatalog", "MarketJSON", "MarketText", "MarketSQLite", "HTTPServer", "MarketAPI",
        "Visitors",
      ],
      path: "Benchmarks/SliceBench", swiftSettings: rules),
    // What `make bench` sends events with; no product.
    .executableTarget(
      name: "EventLoad", dependencies: ["HTTPServer", "Visitors"], path: "Benchmarks/EventLoad",
      swiftSettings: rules),
    .target(name: "Visitors", path: "Benchmarks/Visitors", swiftSettings: rules),

    // C libraries, each behind one module.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(name: "CJansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(name: "CSodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CEpoll"),
    .target(name: "CTerminal"),
    // libcurl, loaded when a server is asked: its thirty libraries cost every command else.
    .target(name: "CCurl"),

    // Tests.
    .systemLibrary(name: "CVTerm", path: "Tests/CVTerm", providers: [.apt(["libvterm-dev"])]),
    .systemLibrary(name: "CSpawn", path: "Tests/CSpawn"),
    .executableTarget(
      name: "FaultyTabs", dependencies: ["MarketCatalog", "MarketTerminal"],
      path: "Tests/FaultyTabs", swiftSettings: rules),
    .target(
      name: "TestSupport",
      dependencies: ["MarketCatalog", "MarketJSON", "MarketText"],
      path: "Tests/TestSupport", swiftSettings: rules),
  ]
    + [
      (name: "MarketCatalogTests", needs: ["MarketCatalog"]),
      (name: "MarketViewModelTests", needs: ["MarketViewModel", "MarketCatalog"]),
      (name: "MarketTextTests", needs: ["MarketText"]),
      (name: "MarketJSONTests", needs: ["MarketJSON", "MarketCatalog"]),
      (name: "StrictJSONTests", needs: ["StrictJSON"]),
      (
        name: "MarketSQLiteTests",
        needs: [
          "MarketSQLite", "MarketCatalog", "MarketJSON", "MarketText", "Migrations", "CSQLite",
        ]
      ),
      (name: "HTTPServerTests", needs: ["HTTPServer", "CEpoll"]),
      (
        name: "MarketAPITests",
        needs: [
          "MarketAPI", "HTTPServer", "MarketCatalog", "MarketJSON", "StrictJSON", "CZlib",
        ]
      ),
      (
        name: "MarketClientTests",
        needs: ["MarketClient", "MarketCatalog", "MarketAPI", "HTTPServer"]
      ),
      (
        name: "MarketDataTests",
        needs: ["MarketData", "MarketCatalog", "MarketJSON", "StrictJSON", "MarketText"]
      ),
      (
        name: "MarketTerminalTests",
        needs: ["MarketTerminal", "MarketViewModel", "MarketCatalog", "MarketText", "CVTerm"]
      ),
      (
        name: "MarketCLITests",
        needs: [
          "MarketCLI", "FaultyTabs", "MarketCatalog", "MarketSQLite", "StrictJSON", "HTTPServer",
          "MarketAPI", "MarketClient", "MarketData", "Migrations", "CSQLite", "CSpawn",
        ]
      ),
    ].map { (test: (name: String, needs: [String])) in
      .testTarget(
        name: test.name,
        dependencies: (["TestSupport"] + test.needs).map { .byName(name: $0) },
        exclude: goldenTests.contains(test.name) ? ["Goldens"] : [],
        swiftSettings: rules)
    }
)
