@main
enum MarketCLI {
  static func main() {}
}
