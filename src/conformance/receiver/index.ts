/** The receiving end of webhooks, for trying out a sender by hand and for judging one. */
export type { Answer, AnswerEnd } from './answer.ts'
export { answerText, parseAnswers } from './answer-text.ts'
export { createRedaction } from './redaction.ts'
export type { Redaction } from './redaction.ts'
export type { RawRequest, ReceivedNotification } from './received.ts'
export { answererOf, ReceiverRefused, startReceiver } from './receiver.ts'
export type { Answerer, Receiver, ReceiverOptions } from './receiver.ts'
export type { TokenVerdict } from './token.ts'
