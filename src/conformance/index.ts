/** What a program that judges, or that is judged, needs of the conformance side. */
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
