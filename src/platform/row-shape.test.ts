import { describe, expect, it } from 'vitest'
import { shapeOf } from './row-shape.ts'

const types = { getTypeParser: (oid: number) => (oid === 23 ? Number : (text: string) => text) } as never
const text = (name: string) => ({ name, dataTypeID: 25 })

describe('rows of a statement', () => {
  it('have their columns in order, read by their types, and null where there is nothing', () => {
    const { read, width } = shapeOf([text('key'), { name: 'number', dataTypeID: 23 }, text('title')], types)
    expect(width).toBe(3)
    expect(JSON.stringify(read(['WEB-1', '1', null]))).toBe('{"key":"WEB-1","number":1,"title":null}')
  })

  it.each(['constructor(', '?column?', 'a b', 'a, x: (() => { throw 1 })()', 'class'])('may have a column named %s', (name) => {
    expect(shapeOf([text('id'), text(name)], types).read(['1', '2'])).toEqual({ id: '1', [name]: '2' })
  })

  it('keep their prototype', () => {
    const row = shapeOf([text('id'), text('__proto__')], types).read(['1', '2'])
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
  })

  it('keep the last of two columns of one name', () => {
    expect(shapeOf([text('id'), text('id')], types).read(['1', '2'])).toEqual({ id: '2' })
  })
})
