/**
 * Exact decimal arithmetic. Binary fractions cannot hold most amounts of money (1.005 is a little less), so
 * rounding them to cents goes wrong exactly where it matters: at the half.
 */
export interface Decimal {
  /** The value is `units` / 10 ** `scale`. */
  units: bigint
  scale: number
}

/** The decimal that a JSON number was written as: the shortest one that names this binary value. */
export function decimal(value: number): Decimal {
  if (Number.isSafeInteger(value)) return { units: BigInt(value), scale: 0 }
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const units = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

export function times(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

export function minus(a: Decimal, b: Decimal): Decimal {
  return plus(a, { units: -b.units, scale: b.scale })
}

/** A hundredth of it, as percentages need. */
export function percent(a: Decimal): Decimal {
  return { units: a.units, scale: a.scale + 2 }
}

/** Rounded to cents, half away from zero: what a credit note gives back is what its invoice took. */
export function cents(a: Decimal): Decimal {
  if (a.scale <= 2) return { units: unitsAt(a, 2), scale: 2 }
  const divisor = 10n ** BigInt(a.scale - 2)
  const half = a.units < 0n ? -divisor / 2n : divisor / 2n
  return { units: (a.units + half) / divisor, scale: 2 }
}

/** The nearest binary number, which JSON writes as the decimal it was made of (up to 15 digits). */
export function toNumber({ units, scale }: Decimal): number {
  // Dividing two exact integers rounds once, to the double that the decimal's text would be read as.
  const exact = scale <= 22 && units <= largestExact && units >= -largestExact
  return exact ? Number(units) / 10 ** scale : Number(`${units}e-${scale}`)
}

export const zero: Decimal = { units: 0n, scale: 0 }

const largestExact = BigInt(Number.MAX_SAFE_INTEGER)

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return scale === wanted ? units : units * 10n ** BigInt(wanted - scale)
}
