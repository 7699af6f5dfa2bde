import { describe, expect, test } from 'vitest'
import { breakingOpenApi, breakingTools, type OpenApi } from '../../scripts/generate/breaking.ts'

interface Change {
  body?: object
  required?: string[]
  answer?: object
  query?: object[]
}

const api = ({ body = {}, required = ['title'], answer = {}, query = [] }: Change = {}): OpenApi =>
  ({
    info: { version: '1.0.0' },
    paths: {
      '/api/tasks': {
        post: {
          parameters: query,
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  properties: {
                    title: { type: 'string', maxLength: 300 },
                    status: { type: 'string', enum: ['todo', 'complete'] },
                    ...body,
                  },
                  required,
                },
              },
            },
          },
          responses: {
            201: {
              content: {
                'application/json': { schema: { properties: { key: { type: 'string' }, items: { type: 'array', items: {} }, ...answer } } },
              },
            },
          },
        },
      },
    },
  }) as unknown as OpenApi

const change = (after: Change) => breakingOpenApi(api(), api(after))

describe('a program written yesterday keeps working', () => {
  test.each<[string, Change]>([
    ['nothing changed', {}],
    ['an optional input came', { body: { notes: { type: 'string' } } }],
    [
      'an input takes more',
      { body: { title: { type: 'string', maxLength: 500 }, status: { type: 'string', enum: ['todo', 'complete', 'cancelled'] } } },
    ],
    ['an input may be null', { body: { title: { anyOf: [{ type: 'string' }, { type: 'null' }] } } }],
    ['an input is no longer required', { required: [] }],
    ['the answer has a new field', { answer: { number: { type: 'integer' } } }],
  ])('%s', (_, after) => expect(change(after)).toEqual([]))
})

describe('a schema may become a component', () => {
  const pointing = (title: object, answer: object): OpenApi =>
    ({
      ...api({ body: { title: { $ref: '#/components/schemas/Title' } }, answer: { parent: { $ref: '#/components/schemas/Task' } } }),
      components: { schemas: { Title: title, Task: { properties: { parent: { $ref: '#/components/schemas/Task' }, ...answer } } } },
    }) as unknown as OpenApi

  test('and nothing has changed for a program', () => {
    const inline = api({ answer: { parent: { properties: { parent: {}, key: { type: 'string' } } } } })
    const shared = pointing({ type: 'string', maxLength: 300 }, { key: { type: 'string' } })
    expect(breakingOpenApi(inline, shared)).toEqual([])
    expect(breakingOpenApi(shared, inline)).toEqual([])
  })

  test('and a change of it is named where it is used', () => {
    const before = pointing({ type: 'string', maxLength: 300 }, { key: { type: 'string' } })
    expect(breakingOpenApi(before, pointing({ type: 'string', maxLength: 100 }, {}))).toEqual([
      'POST /api/tasks: title: maxLength is lower',
      'POST /api/tasks: parent: the answer’s key was removed',
    ])
  })
})

describe('a change that breaks it is named', () => {
  test.each<[string, Change, string]>([
    ['an input is newly required', { required: ['title', 'status'] }, 'POST /api/tasks: the input status is newly required'],
    [
      'a query parameter is newly required',
      { query: [{ name: 'project', in: 'query', required: true }] },
      'the input query project is newly required',
    ],
    ['a value is refused', { body: { status: { type: 'string', enum: ['todo'] } } }, 'POST /api/tasks: status no longer takes complete'],
    ['a length is shorter', { body: { title: { type: 'string', maxLength: 100 } } }, 'POST /api/tasks: title: maxLength is lower'],
    ['an input has another type', { body: { title: { type: 'integer' } } }, 'POST /api/tasks: title no longer takes string'],
    ['an answer has another type', { answer: { key: { type: 'integer' } } }, 'POST /api/tasks: key may now be integer'],
    ['an answer may now be null', { answer: { key: { type: ['string', 'null'] } } }, 'POST /api/tasks: key may now be null'],
  ])('%s', (_, after, said) => expect(change(after).join('\n')).toContain(said))

  test('an input or a field of the answer is gone', () => {
    expect(breakingOpenApi(api({ body: { notes: {} } }), api())).toEqual(['POST /api/tasks: the input notes was removed'])
    expect(breakingOpenApi(api({ answer: { number: {} } }), api())).toEqual(['POST /api/tasks: the answer’s number was removed'])
  })

  test('an operation is gone', () => {
    expect(breakingOpenApi(api(), { info: { version: '1.0.0' }, paths: {} })).toEqual(['POST /api/tasks was removed'])
  })

  test('a tool is gone or asks for more', () => {
    const tool = { name: 'create_task', inputSchema: { type: 'object', properties: { title: { type: 'string' } } } }
    expect(breakingTools([tool], [])).toEqual(['create_task was removed'])
    expect(breakingTools([tool], [{ ...tool, inputSchema: { ...tool.inputSchema, required: ['title'] } }])).toEqual([
      'create_task: the input title is newly required',
    ])
  })
})
