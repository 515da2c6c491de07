export { createLogging } from './logging.ts'
export type { Logger, Logging, LoggingOptions, LogLevel } from './logging.ts'
export { createExchangeLog } from './exchange.ts'
export type { Exchange } from './exchange.ts'
