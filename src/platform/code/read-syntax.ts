import type { Node } from 'web-tree-sitter'
import { parserFor } from './grammars.ts'

export interface Definition {
  name: string
  line: number
}

export interface Syntax {
  definitions: Definition[]
  /** How often each name is used, not counting its definitions. */
  references: Map<string, number>
  /** Lines (from 0) before which a file may be split, with their depth in the syntax tree: the shallower, the better. */
  breaks: Map<number, number>
}

const longestParse = 500
const deepestBreak = 4
const maxDefinitions = 500
const maxReferences = 2000

const defines =
  /^(?!import_|export_|property_|use_|extern_).*(?:_declaration|_definition|_item|_spec|_declarator)$|^(?:class|struct|enum|union)_specifier$|^(?:function|method)_signature$|^(?:class|module|method|singleton_method|internal_module)$/
/** A local variable of a function says nothing about the file. */
const local = /^(?:variable_declarator|init_declarator|parameter_declaration|function_declarator)$/
const names = /(?:^|_)identifier$|^(?:constant|name|word)$/

/** Definitions, references and breaks of a file; null if no grammar covers it or parsing takes too long. */
export async function readSyntax(path: string, text: string): Promise<Syntax | null> {
  const parser = await parserFor(path)
  if (!parser) return null
  const began = performance.now()
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() - began > longestParse })
  if (!tree) {
    parser.reset()
    return null
  }
  try {
    return walk(tree.rootNode)
  } finally {
    tree.delete()
  }
}

function walk(root: Node): Syntax {
  const definitions: Definition[] = []
  const references = new Map<string, number>()
  const breaks = new Map<number, number>()
  const defined = new Set<number>()
  const cursor = root.walk()
  let depth = 0
  const visit = () => {
    const type = cursor.nodeType
    if (depth > 0 && depth <= deepestBreak && cursor.nodeIsNamed) {
      const row = cursor.startPosition.row
      if ((breaks.get(row) ?? Infinity) > depth) breaks.set(row, depth)
    }
    if (defines.test(type) && (!local.test(type) || depth <= 3)) {
      const name = cursor.currentNode.childForFieldName('name')
      if (name && names.test(name.type) && definitions.length < maxDefinitions) {
        defined.add(name.id)
        definitions.push({ name: name.text, line: name.startPosition.row + 1 })
      }
    } else if (names.test(type) && !defined.has(cursor.nodeId) && references.size < maxReferences) {
      references.set(cursor.nodeText, (references.get(cursor.nodeText) ?? 0) + 1)
    }
  }
  visit()
  for (let more = true; more;) {
    if (cursor.gotoFirstChild()) {
      depth++
      visit()
      continue
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) {
        more = false
        break
      }
      depth--
    }
    if (more) visit()
  }
  cursor.delete()
  return { definitions, references, breaks: withComments(breaks, root) }
}

/** A comment belongs to what follows it: the file is split before both. */
function withComments(breaks: Map<number, number>, root: Node): Map<number, number> {
  for (const node of root.namedChildren) {
    const next = node?.type === 'comment' ? node.nextNamedSibling : null
    if (node && next && next.startPosition.row <= node.endPosition.row + 1) breaks.delete(next.startPosition.row)
  }
  return breaks
}
