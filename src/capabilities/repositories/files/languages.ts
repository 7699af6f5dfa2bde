/** One language per line, followed by its file names or extensions. */
const table = `
TypeScript ts tsx mts cts
JavaScript js jsx mjs cjs
Python py pyi
Go go
Rust rs
Java java
Kotlin kt kts
Scala scala
Ruby rb Gemfile Rakefile
PHP php
C# cs
F# fs
C c h
C++ cc cpp cxx hpp
Objective-C m
Swift swift
Dart dart
Elixir ex exs
Erlang erl
Haskell hs
Lua lua
Perl pl
R r
Julia jl
Clojure clj
Zig zig
Nix nix
Shell sh bash zsh
PowerShell ps1
SQL sql
HTML html
CSS css
SCSS scss
Less less
Vue vue
Svelte svelte
Markdown md mdx
reStructuredText rst
JSON json
YAML yaml yml
TOML toml
XML xml
Protobuf proto
GraphQL graphql gql
HCL tf
Dockerfile Dockerfile
Makefile Makefile mk`

const languages = new Map(
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [language = '', ...names] = line.split(' ')
      return names.map((name) => [name, language] as const)
    }),
)

export function languageOf(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
  return languages.get(name) ?? languages.get(extension) ?? null
}
