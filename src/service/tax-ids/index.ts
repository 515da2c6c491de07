export { checkVatId } from './eu-vat-id.ts'
export { checkTaxId } from './spanish-tax-id.ts'
