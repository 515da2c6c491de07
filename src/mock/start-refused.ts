/** The mock cannot start as it was asked to; the message is for the person who asked, in one line. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
