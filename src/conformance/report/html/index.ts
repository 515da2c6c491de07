/** The run as a page. */
export { htmlReport } from './page.ts'
