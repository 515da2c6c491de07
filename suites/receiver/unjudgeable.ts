/** What a receiver owes and nobody can see from outside, each with the reason. */
export interface Unjudgeable {
  title: string
  reason: string
  /** How its owner finds out. */
  instead: string
}

export const unjudgeable: readonly Unjudgeable[] = [
  {
    title: 'The token is compared in a time that does not tell how much of it is right',
    reason: 'The differences are nanoseconds and drown in what a network and a server add to them.',
    instead: 'Look for a constant-time comparison in the code: `timingSafeEqual`, `hmac.compare_digest`, `hash_equals`.',
  },
  {
    title: 'The token is kept out of logs, code and backups',
    reason: 'They are not part of what a sender sees.',
    instead: 'Search the log for the token after a run of these checks.',
  },
  {
    title: 'An event is on the disk before it is answered, also when the power fails',
    reason: 'A restart shows what a killed process loses, not what a machine loses that had not written to its disk yet.',
    instead: 'Look whether the queue or the database confirms a write only once it is durable.',
  },
  {
    title: 'Somebody is told when notifications fail',
    reason: 'Alarms reach people, not the sender.',
    instead: 'Answer with 500 for an hour on a test system and see who calls.',
  },
  {
    title: 'The token is taken away once the webhook has another',
    reason: 'Only who knows all tokens that were ever valid could try them.',
    instead: 'List the tokens that the receiver accepts, and when each was added.',
  },
  {
    title: 'Notifications from addresses other than the service\'s are refused, where that is wanted',
    reason: 'All that is sent here comes from one address, and the service\'s own are not known.',
    instead: 'Look at the rules of the firewall in front of the receiver.',
  },
]
