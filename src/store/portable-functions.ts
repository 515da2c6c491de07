/**
 * The functions that definitions may call: what SQLite and PostgreSQL have in common, and nothing that gives
 * another answer next time (random, current_date), since a page is kept until the sandbox changes.
 */
export const portableFunctions: ReadonlySet<string> = new Set(
  [
    'count sum min max avg string_agg',
    'coalesce nullif abs round ceil ceiling floor mod sign power sqrt',
    'substr substring length lower upper trim ltrim rtrim replace like concat concat_ws',
    'row_number rank dense_rank ntile lag lead first_value last_value nth_value',
  ].flatMap(names => names.split(' ')),
)

export function functionRefused(name: string): string {
  return `The function ${name} is not allowed: other databases lack it, or it changes its answer.`
}
