/** Progress follows one rule everywhere: completed items out of all that were not cancelled. As SQL over the rows `of` an aggregate. */
export const counted = <Of extends string>(of: Of) => `(count(*) filter (where ${of}.status <> 'cancelled'))::integer` as const
export const completed = <Of extends string>(of: Of) => `(count(*) filter (where ${of}.status = 'complete'))::integer` as const
