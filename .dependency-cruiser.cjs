// The layer rule of ARCHITECTURE.md. Every rule is an error and none has an allow-list.
const areas = require('./src/capabilities/areas.json').areas.map(({ name }) => name)
const own = '^src/capabilities/([^/]+)/'
// What puts the areas together: above all of them.
const composed = '^src/capabilities/(contracts|operations|linkables|reactions)[.]ts$'
const tests = '[.]test[.]ts$'

const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    never(
      'platform-stands-alone',
      'platform imports nothing above it',
      { path: '^src/platform/', pathNot: tests },
      { path: '^src/(?!platform/)' },
    ),
    never(
      'kernel-below-capabilities',
      'the kernel knows the platform only',
      { path: '^src/kernel/', pathNot: tests },
      { path: '^src/(?!kernel/|platform/)' },
    ),
    never(
      'capability-sees-no-door',
      'a capability imports kernel, platform and capabilities',
      { path: '^src/capabilities/' },
      { path: '^src/(?!capabilities/|kernel/|platform/)' },
    ),
    ...areas
      .slice(0, -1)
      .map((area, place) =>
        never(
          'area-order',
          'an area imports those before it in areas.json',
          { path: `^src/capabilities/${area}/` },
          { path: `^src/capabilities/(${areas.slice(place + 1).join('|')})/` },
        ),
      ),
    never(
      'shared-below-areas',
      'what every area may import knows none of them',
      { path: '^src/capabilities/[^/]+$', pathNot: composed },
      { path: '^src/capabilities/[^/]+/' },
    ),
    never('areas-below-registry', 'run an operation through the registry', { path: own }, { path: composed }),
    never(
      'nobody-imports-screens',
      'a screen composes the areas below it; run its operation instead',
      { path: '^src/', pathNot: '^src/capabilities/(screens/|(contracts|operations)[.]ts$)' },
      { path: '^src/capabilities/screens/', pathNot: '[.]contract[.]ts$' },
    ),
    never('door-below-main', 'only main constructs things', { path: '^src/(doors|worker)/', pathNot: tests }, { path: '^src/main/' }),
    never(
      'doors-apart',
      'what several doors use is in doors/shared; only the server mounts the others',
      { path: '^src/doors/([^/]+)/', pathNot: '^src/doors/rest/server[.]ts$' },
      { path: '^src/doors/', pathNot: '^src/doors/($1|shared)/' },
    ),
    never(
      'door-sees-no-sql',
      'call a function of the capability instead',
      { path: '^src/(doors|worker|main)/' },
      { path: '[.]queries[.]ts$' },
    ),
    never(
      'contract-imports-contracts',
      'a contract imports Zod, kernel/contract and other contracts',
      { path: '(^src/kernel/contract|[.]contract)[.]ts$' },
      { pathNot: '((^|/)node_modules/zod/|^src/kernel/contract[.]ts$|[.]contract[.]ts$)' },
    ),
    never(
      'sql-stays-home',
      'call a function of that capability instead',
      { path: own },
      { path: '[.]queries[.]ts$', pathNot: '^src/capabilities/$1/' },
    ),
    never(
      'sql-in-capabilities',
      'call a function of that capability instead',
      { path: '^src/(capabilities/[^/]+[.]ts|kernel/|platform/)' },
      { path: '[.]queries[.]ts$' },
    ),
    never(
      'pool-in-platform',
      'reach the database through withRealm',
      { path: '^src/', pathNot: '^src/platform/' },
      { path: '(^|/)node_modules/pg/' },
    ),
    never(
      'client-imports-types',
      'the client carries no server code',
      { path: '^client/', pathNot: tests },
      { path: '^src/', dependencyTypesNot: ['type-only'] },
    ),
    never(
      'machine-knows-the-protocol',
      'a machine shares with the server what both sign and how each reads the other, and nothing else',
      { path: '^machine/' },
      { path: '^src/', pathNot: '^src/platform/(tunnel-protocol|tunnel-frames|peer|receipt)[.]ts$' },
    ),
    never(
      'server-without-machine',
      'the server runs without the machine’s program',
      { path: '^src/', pathNot: tests },
      { path: '^machine/' },
    ),
    never(
      'dashboard-through-client',
      'the dashboard knows the server by its client alone',
      { path: '^dashboard/' },
      { path: '^(src|test|scripts|bench)/' },
    ),
    never(
      'cli-through-client',
      'the command line knows the server by its client alone',
      { path: '^cli/' },
      { path: '^(src|dashboard|test|scripts|bench)/' },
    ),
    never(
      'dashboard-data-below',
      'data and commands know no page',
      { path: '^dashboard/src/(data|commands)/' },
      { path: '^dashboard/src/(ui|shell|pages|app)/' },
    ),
    never('dashboard-ui-below', 'a component knows no page', { path: '^dashboard/src/ui/' }, { path: '^dashboard/src/(shell|pages|app)/' }),
    never(
      'source-without-tests',
      'what runs imports nothing of the tests or tools',
      { path: '^(src|client|cli|machine|dashboard)/', pathNot: tests },
      { path: '^(test|scripts|bench)/' },
    ),
    // A type is gone before anything runs.
    never('no-circles', 'break the circle', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    never('no-dead-imports', 'the import leads nowhere', {}, { couldNotResolve: true }),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
