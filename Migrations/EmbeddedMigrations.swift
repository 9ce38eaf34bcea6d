/// A migration as it is embedded in the program.
public struct EmbeddedMigration: Sendable {
  /// The file's name, `NNNN_verb_object.sql`.
  public let fileName: String
  /// The file's bytes.
  public let bytes: [UInt8]
}

/// All migrations, in the order in which they are applied.
public enum EmbeddedMigrations {
  /// The migrations of the market's own database.
  ///
  /// Swift Package Manager names an embedded file after its own name with the first character
  /// replaced, so the names stand here once, beside their bytes.
  public static let market: [EmbeddedMigration] = [
    EmbeddedMigration(
      fileName: "0001_create_market.sql", bytes: PackageResources._001_create_market_sql),
    EmbeddedMigration(
      fileName: "0002_count_categories.sql", bytes: PackageResources._002_count_categories_sql),
    EmbeddedMigration(
      fileName: "0003_create_vendor_products.sql",
      bytes: PackageResources._003_create_vendor_products_sql),
    EmbeddedMigration(
      fileName: "0004_remember_arithmetic.sql",
      bytes: PackageResources._004_remember_arithmetic_sql),
    EmbeddedMigration(
      fileName: "0005_repack_cards.sql", bytes: PackageResources._005_repack_cards_sql),
    EmbeddedMigration(
      fileName: "0006_create_search.sql", bytes: PackageResources._006_create_search_sql),
    EmbeddedMigration(
      fileName: "0007_create_tokens.sql", bytes: PackageResources._007_create_tokens_sql),
    EmbeddedMigration(
      fileName: "0008_note_creation_of_left_places.sql",
      bytes: PackageResources._008_note_creation_of_left_places_sql),
    EmbeddedMigration(
      fileName: "0009_let_recent_counts_lag.sql",
      bytes: PackageResources._009_let_recent_counts_lag_sql),
    EmbeddedMigration(
      fileName: "0010_create_product_standings.sql",
      bytes: PackageResources._010_create_product_standings_sql),
    EmbeddedMigration(
      fileName: "0011_let_standings_be_late.sql",
      bytes: PackageResources._011_let_standings_be_late_sql),
  ]

  /// The migrations of the database of recorded events, which lies beside the market's.
  public static let events: [EmbeddedMigration] = [
    EmbeddedMigration(
      fileName: "0001_create_events.sql", bytes: PackageResources._001_create_events_sql),
    EmbeddedMigration(
      fileName: "0002_speed_up_recording.sql",
      bytes: PackageResources._002_speed_up_recording_sql),
    EmbeddedMigration(
      fileName: "0003_mark_unweighed_events.sql",
      bytes: PackageResources._003_mark_unweighed_events_sql),
    EmbeddedMigration(
      fileName: "0004_forget_event_ids.sql",
      bytes: PackageResources._004_forget_event_ids_sql),
    EmbeddedMigration(fileName: "0005_name_store.sql", bytes: PackageResources._005_name_store_sql),
  ]
}
