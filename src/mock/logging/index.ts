export { createLogging, logLevels } from './logging.ts'
export type { Logger, Logging, LoggingOptions, LogLevel } from './logging.ts'
export { logExchange } from './exchange.ts'
export type { Exchange } from './exchange.ts'
