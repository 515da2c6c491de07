/** The TypeScript declarations of a contract. Its libraries load on first use and need not be installed. */
export { typesOf, TypesUnavailable } from './types-of.ts'
