/** What a program that judges, or that is judged, needs of the conformance side. */
export { assembleReport } from './assemble-report.ts'
export type { AssembleOptions } from './assemble-report.ts'
export { BaselineError, readBaseline } from './baseline/index.ts'
export type { Baseline, KnownDeviation } from './baseline/index.ts'
export { needs } from './case.ts'
export type { Case, CaseContext, CaseRecords, Need, Suite, Treatment } from './case.ts'
export { createSecrets, curlOf, mediaTypeOf, overTheNetwork, requiredSafety, safeties, shortestSecret, textOf } from './exchange/index.ts'
export type {
  Carrier,
  HttpAnswer,
  HttpRequest,
  PaceOptions,
  RecordedBody,
  RecordedExchange,
  Safety,
  Secrets,
} from './exchange/index.ts'
export { Broken, Unjudged } from './judgement.ts'
export type { Listening, ListeningPost, ListeningWish } from './listening.ts'
export { createManualConsole } from './manual-console.ts'
export type { ManualConsoleDeps } from './manual-console.ts'
export { createMockTarget, isMock } from './mock/mock-target.ts'
export type { MockTargetOptions } from './mock/mock-target.ts'
export { diffMarkdown, diffRuns, diffText } from './diff/index.ts'
export type { CaseDiff, Comparison, RunDiff, StatementDiff } from './diff/index.ts'
export { isNamed } from './naming.ts'
export { isMet, missing } from './needs.ts'
export {
  CommandFailed,
  createCommands,
  NotStarted,
  openMockApi,
  probeByCommand,
  probeByUrl,
  runChecks,
  runSoak,
  soakArea,
  soakCases,
  startReceiverCommand,
} from './receiver-check/index.ts'
export type { CheckArea, CheckContext, Commands, MockApi, SenderOptions, StartedReceiver } from './receiver-check/index.ts'
export { answerText, createRedaction, parseAnswers, ReceiverRefused, startReceiver } from './receiver/index.ts'
export type {
  Answer,
  AnswerEnd,
  Answerer,
  RawRequest,
  ReceivedNotification,
  Receiver,
  ReceiverOptions,
  Redaction,
  TokenVerdict,
} from './receiver/index.ts'
export { columnOf } from './records.ts'
export {
  appendStepSummary,
  createProgress,
  eventLine,
  githubAnnotations,
  makeFolder,
  paintFor,
  placeOf,
  reportFormats,
  ReportNotWritten,
  reportText,
  scoreAreas,
  stepSummary,
  terminalReport,
  writeReports,
} from './report/index.ts'
export type { AreaScore, Paint, ProgressOptions, ReportFormat, TerminalOptions, WriteReportsOptions } from './report/index.ts'
export { readRunReport, RunReportError } from './run-file/index.ts'
export { exclusion, runCases } from './run.ts'
export type { CompletedRun, RunOptions } from './run.ts'
export { openSession } from './session.ts'
export type { Planned, Session, SessionEnd, SessionOptions } from './session.ts'
export type { CaseReport, Leftover, RunEvent, RunReport, StatementReport, StatementState } from './run-report.ts'
export type { ColumnSnapshot, Snapshot } from './snapshot.ts'
export { keyNames } from './target.ts'
export type {
  Console,
  DocumentSample,
  Identifiers,
  KeyName,
  Keys,
  Place,
  ReportSample,
  Samples,
  SectionSample,
  Target,
  Versions,
  WebhookWish,
} from './target.ts'
export { exitCodeOf, verdictNames } from './verdict.ts'
export type { Basis, Deviation, Verdict, VerdictName } from './verdict.ts'
