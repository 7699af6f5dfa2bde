/** The route stands beside a tool that does the same. */
const besideTool = /,? or (GET|POST|PUT|PATCH|DELETE) \/api\/[\w:/?=-]+/g
const listed = /(List|Find) (them|yours|those that are open) with (GET|POST|PUT|PATCH|DELETE) \/api\/[\w:/?=-]+/g
const routeAlone = /:? (?:with |see |of )?(GET|POST|PUT|PATCH|DELETE) \/api\/[\w:/?=-]+/g

/** A sentence of ours as an agent can follow it: it calls tools and no web API, and what no tool does a person does. */
export function forAgents(sentence: string): string {
  if (!sentence.includes('/api/')) return sentence
  return sentence.replace(besideTool, '').replace(listed, 'A person finds $2 in the dashboard').replace(routeAlone, ' in the dashboard')
}

type Fields = Record<string, unknown>

/** The same for what an answer says of a gate, which is ours too. */
export function gatesForAgents(output: Fields): Fields {
  const { missing, feature } = output
  if (Array.isArray(missing)) return { ...output, missing: missing.map(lackForAgents) }
  return isFields(feature) ? { ...output, feature: gatesForAgents(feature) } : output
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const lackForAgents = (lack: Fields): Fields =>
  typeof lack['message'] === 'string' ? { ...lack, message: forAgents(lack['message']) } : lack
