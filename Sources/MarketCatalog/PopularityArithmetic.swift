// Needs the C library's exp and log1p, so this file is left out where there is none.
#if !hasFeature(Embedded)
  #if canImport(Glibc)
    import Glibc
  #else
    import Darwin
  #endif

  extension Popularity {
    /// The logarithm of what weight `weight` at `time` adds to a product's score.
    public func logScore(weight: Double, at time: Timestamp) -> Double {
      let age = Double(time.milliseconds - Self.landmark.milliseconds)
      return log(weight) + M_LN2 / Double(halfLife) * age
    }

    /// The score of a product that was created at `time` and has no events.
    public func birthScore(createdAt time: Timestamp) -> Double {
      logScore(weight: Self.birthWeight, at: time)
    }

    /// The score `z` after one event; an unlike takes back what a like at `time` added, and never
    /// more than leaves the product its `floor`.
    ///
    /// - Parameters:
    ///   - z: The score before.
    ///   - kind: What happened.
    ///   - time: When; for an unlike, when the like that it takes back happened.
    ///   - floor: The product's ``birthScore(createdAt:)``.
    /// - Returns: The score after.
    public func score(
      _ z: Double, after kind: EventKind, at time: Timestamp, floor: Double
    ) -> Double {
      switch kind {
      case .view: Self.adding(logScore(weight: weights.view, at: time), to: z)
      case .like: Self.adding(logScore(weight: weights.like, at: time), to: z)
      case .purchase: Self.adding(logScore(weight: weights.purchase, at: time), to: z)
      case .unlike:
        max(Self.subtracting(logScore(weight: weights.like, at: time), from: z), floor)
      }
    }

    /// ln(e^z + e^a), without leaving the range of doubles.
    public static func adding(_ a: Double, to z: Double) -> Double {
      max(z, a) + log1p(exp(-abs(z - a)))
    }

    /// ln(e^z − e^a), or minus infinity when a is not below z.
    public static func subtracting(_ a: Double, from z: Double) -> Double {
      a < z ? z + log1p(-exp(a - z)) : -.infinity
    }

    /// What its visits make of a seeded product: how often it was seen, liked and bought, and its
    /// score.
    ///
    /// Throws ``StoreError/constraint(detail:)`` for an unlike, which no seed has.
    public func standing(
      of product: SeedProduct
    ) throws(StoreError) -> (counts: ProductCounts, z: Double) {
      let floor = birthScore(createdAt: product.createdAt)
      var z = floor
      var counts = ProductCounts()
      for event in product.events {
        guard event.kind != .unlike else {
          throw .constraint(detail: "a seeded product has an unlike")
        }
        z = score(z, after: event.kind, at: event.occurredAt, floor: floor)
        counts.add(event.kind)
      }
      return (counts, z)
    }
  }
#endif
