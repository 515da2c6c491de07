/** Statements that no case can be about, each with the reason. Every other fact and gap has at least one case. */
export const untestable: Readonly<Record<string, string>> = {
  'AUTH-4': 'Keys are made in the administration panel, a page for people that is no part of the interface.',
  'REP-5': 'That names may change from one version to the next binds nobody: a service whose names stay breaks nothing.',
  'PLAY-1': 'The playground is a page for people; nothing states where it is or what it answers to a client.',
  'GAP-RATE-LIMITS': 'A limit is only seen by exceeding it, which a run must not do to a service that people work with.',
}
