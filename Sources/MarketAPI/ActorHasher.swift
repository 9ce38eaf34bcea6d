import CSodium

/// Turns what a client calls an actor, such as a device's id, into the number that a store keeps.
///
/// The number is a keyed BLAKE2b under a secret that never leaves the store, so that nobody who reads
/// the events finds out who they are of, not even by trying ids.
public struct ActorHasher: Sendable {
  private let hash: KeyedHash

  /// Makes a hasher from the store's 32 secret bytes for actors.
  public init(secret: [UInt8]) {
    precondition(secret.count == 32, "the secret that hashes actors has 32 bytes")
    // Must come before any other call of the library; once is enough, more is harmless.
    precondition(sodium_init() >= 0, "libsodium needs the system's random numbers")
    hash = KeyedHash(key: secret)
  }

  /// The actor's number: below 0, since 0 and above are the seed's made-up visitors.
  public func number(of actor: String) -> Int64 {
    hash.number(of: actor) | .min
  }
}
