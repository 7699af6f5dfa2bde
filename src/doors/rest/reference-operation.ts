import type { Contract, Route } from '../../kernel/contract.ts'
import type { Operation } from '../../kernel/operation.ts'
import { html, type Html } from '../shared/html.ts'
import { jsonSchema, pathParameters } from '../shared/input-schema.ts'
import { schemaFields, type Field } from './schema-fields.ts'

const needs = { anyone: 'anyone', self: 'a logged-in user', administrator: 'an administrator', system: 'the worker' } as const

/** One operation: its routes, who may call it, its parameters and its response. */
export function renderOperation({ name, contract }: Operation): Html {
  const [first, ...aliases] = contract.http ?? []
  const answer = schemaFields(jsonSchema(contract.output, 'output'))
  return html`<article id="${name}">
    <h3><a href="#${name}">${contract.summary}</a></h3>
    ${first && renderRoute(first)} ${aliases.length > 0 && html`<div class="aliases">Also at ${aliases.map(renderRoute)}</div>`}
    <dl class="facts">
      <div>
        <dt>Allowed to</dt>
        <dd><code>${permissionOf(contract)}</code></dd>
      </div>
      <div>
        <dt>Realm</dt>
        <dd><code>${contract.realm}</code></dd>
      </div>
      ${
        contract.mcp &&
        html`<div>
          <dt>MCP tool</dt>
          <dd><code>${contract.mcp.tool}</code></dd>
        </div>`
      }
      ${
        contract.needs_person &&
        html`<div class="person">
          <dt>Needs a person</dt>
          <dd>logged in within ten minutes</dd>
        </div>`
      }
      ${
        contract.secret_output &&
        html`<div>
          <dt>Secret</dt>
          <dd>shown once</dd>
        </div>`
      }
    </dl>
    ${renderParameters(contract, first)}
    <details>
      <summary>Answer: ${contract.effect === 'create' ? 201 : 200}, ${answer.length} fields</summary>
      ${renderAnswer(answer)}
    </details>
  </article>`
}

const renderRoute = ({ method, path }: Route): Html =>
  html`<p class="route"><span class="method ${method.toLowerCase()}">${method}</span> <code>${breakable(path)}</code></p>`

/** Long paths break between their parts, never inside a name. */
const breakable = (path: string): Html[] => path.split(/(?=\/)/).map((part, place) => (place === 0 ? html`${part}` : html`<wbr />${part}`))

const permissionOf = ({ permission }: Contract): string => (permission in needs ? needs[permission as keyof typeof needs] : permission)

function renderParameters(contract: Contract, route: Route | undefined): Html {
  const fields = schemaFields(jsonSchema(contract.input, 'input')).filter((field) => !(field.name in (route?.fixed ?? {})))
  if (fields.length === 0) return html`<p class="none">Takes no parameters.</p>`
  const inPath = new Map(pathParameters(route?.path ?? '').map((name) => [route?.params?.[name] ?? name, name]))
  const place = (field: Field): string => {
    if (inPath.has(field.name)) return 'path'
    return route?.method === 'GET' || route?.method === 'DELETE' ? 'query' : 'body'
  }
  return html`<table class="parameters">
    <thead>
      <tr>
        <th scope="col">Parameter</th>
        <th scope="col">In</th>
        <th scope="col">Type</th>
        <th scope="col">Bounds</th>
      </tr>
    </thead>
    <tbody>
      ${fields.map(
        (field) =>
          html`<tr>
            <th scope="row">
              <code>${inPath.get(field.name) ?? field.name}</code>${field.required && html` <span class="required">required</span>`}
            </th>
            <td>${place(field)}</td>
            <td>${field.type}</td>
            <td>${field.bounds}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

const renderAnswer = (fields: Field[]): Html =>
  html`<table>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Type</th>
      </tr>
    </thead>
    <tbody>
      ${fields.map(
        (field) =>
          html`<tr>
            <th scope="row"><code>${field.name}</code></th>
            <td>${field.type}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
