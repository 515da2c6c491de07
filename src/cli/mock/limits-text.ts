/** What `--limit` can be given, for `--help`, which does not load the mock for it. A test compares it with the mock's own. */
export const limitLines: readonly string[] = [
  "head           a request's line and headers; 16KiB",
  "body           a request's body; 1MiB",
  'request        the time a request may take to arrive; 30s',
  'connections    connections open at a time; 2,000',
  'sandboxes      sandboxes at a time; 5,000',
  "journal        exchanges kept in a sandbox's journal; 500",
  "journal-size   the size of a sandbox's journal; 8MB",
  'deliveries     deliveries kept in a sandbox when they are over; 10,000',
  'records        records of a section in a sandbox, deleted ones too; 1,000,000',
  "template       the time for rendering a document's template; 1s",
  'template-size  characters of a rendered template; 2,000,000',
  'report         the time for a query of a report or document; 2s',
  "page           rows of a report's page (resultsPerPage), within what the contract allows; 500",
]
