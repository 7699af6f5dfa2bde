import { ProtocolError, ProtocolErrorCode, type GetPromptResult, type ListPromptsResult } from '@modelcontextprotocol/server'
import { isPlain } from '../../../kernel/errors.ts'
import type { Caller } from '../caller.ts'
import type { EndpointScope } from '../endpoints/endpoint.ts'
import type { OperationRunner } from '../operation-runner.ts'
import { protocolError } from '../protocol-error.ts'
import { authorsOf, type Authors, type List } from './authors.ts'
import type { Ask, Prompt } from './prompt.ts'
import { promptNamed, prompts } from './prompts.ts'

const longest = 2_000

const listed = (inProject: boolean): ListPromptsResult => ({
  prompts: prompts.map(({ name, title, description, arguments: taken }) => ({
    ...{ name, title, description },
    arguments: taken
      .filter((argument) => !inProject || argument.name !== 'project')
      .map((argument) => ({ name: argument.name, description: argument.description, required: argument.required })),
  })),
})
const everywhere = listed(false)
const withinProject = listed(true)

/** On a project endpoint, prompts don't take a project. */
export const listPrompts = (place: EndpointScope | undefined): ListPromptsResult => (place ? withinProject : everywhere)

export async function getPrompt(
  runner: OperationRunner,
  name: string,
  given: Readonly<Record<string, string>>,
  caller: Caller,
  place: EndpointScope | undefined,
): Promise<GetPromptResult> {
  const prompt = promptNamed(name)
  if (!prompt) throw invalid(`Unknown prompt${isPlain(name) ? `: ${name}` : ''}. prompts/list names those there are.`)
  const taken = argumentsOf(prompt, given, place)
  try {
    return { description: prompt.description, messages: await prompt.messages(askFor(runner, caller, place), taken) }
  } catch (error) {
    throw protocolError(error)
  }
}

function argumentsOf(prompt: Prompt, given: Readonly<Record<string, string>>, place: EndpointScope | undefined): Record<string, string> {
  const taken: Record<string, string> = {}
  for (const { name, required } of prompt.arguments) {
    const value = name === 'project' && place ? place.slug : given[name]?.trim()
    if (required && !value) throw invalid(`${prompt.name} needs the argument ${name}.`)
    if (value && value.length > longest) throw invalid(`${name} is longer than ${longest} characters.`)
    if (value) taken[name] = value
  }
  if (place && given['project'] && given['project'] !== place.slug) throw invalid('This address works in one project, and that is another.')
  return taken
}

function askFor(runner: OperationRunner, caller: Caller, place: EndpointScope | undefined): Ask {
  const run: Ask['run'] = (operation, input) => runner.run(operation, caller, input)
  const list: List = async (operation, input) => (runner.may(operation, caller.principal) ? (await run(operation, input)).items : [])
  let authors: Promise<Authors> | undefined
  return { run, list, place, now: runner.now, authors: () => (authors ??= authorsOf(list)) }
}

const invalid = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message)
