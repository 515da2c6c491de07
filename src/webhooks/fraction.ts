/**
 * A number from 0 up to but not including 1 that looks like chance and is the same for the same text on every
 * machine: FNV-1a over the text, then MurmurHash3's last step, which tells similar texts apart.
 */
export function fractionOf(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01_00_01_93)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
