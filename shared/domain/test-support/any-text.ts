import * as fc from 'fast-check'

const code = fc.oneof(fc.nat(0x7f), fc.nat(0xff_ff))

/**
 * Generates texts of any UTF-16 units, half of them ASCII. fast-check's own unit 'binary', and its addresses, take more
 * than a second of processor time to build.
 */
export const anyText = (maxLength: number) =>
  fc.string({ unit: code.map((each) => String.fromCharCode(each)), maxLength })
