/** Imports run one way: routes > pages, app > flows > features > kit > api > state > platform, copy, ui > shared. */
const folder = (name) => `^src/${name}/`
const only = (from, allowed, comment) => ({
  name: `${from}-imports`,
  comment,
  severity: 'error',
  from: { path: folder(from), pathNot: '\\.test\\.tsx?$' },
  to: { path: '^src/', pathNot: [from, ...allowed].map((name) => `^src/${name}(?:/|\\.)`) },
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: { pathNot: '^src/copy/' }, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    only('shared', [], 'shared is pure: no product words, no server'),
    only('ui', ['shared'], 'primitives know neither copy nor api'),
    only('platform', ['shared'], 'ports and adapters to the browser'),
    only('state', ['platform', 'shared'], 'what this tab and device keep of the person'),
    only('copy', [], 'words only'),
    only('api', ['state', 'platform', 'shared', 'copy'], 'the one client'),
    only('kit', ['api', 'state', 'platform', 'shared', 'copy', 'ui'], 'parts with our words and queries, of no domain'),
    only('features', ['kit', 'api', 'state', 'platform', 'shared', 'copy', 'ui'], 'a domain stands alone'),
    only('flows', ['features', 'kit', 'api', 'state', 'platform', 'shared', 'copy', 'ui'], 'a flow composes features'),
    only(
      'pages',
      ['features', 'app', 'kit', 'api', 'state', 'platform', 'shared', 'copy', 'ui'],
      'a page opens a flow by a link',
    ),
    {
      name: 'features-stand-alone',
      comment: 'what two features share belongs into kit, api, platform or shared',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'only-the-host-imports-flows',
      severity: 'error',
      from: { pathNot: ['^src/(?:flows|test)/', '^src/app/DialogHost\\.tsx$', '\\.test\\.tsx?$'] },
      to: { path: '^src/flows/' },
    },
    {
      name: 'app-imports-no-page',
      severity: 'error',
      from: { path: '^src/app/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/(?:pages|routes)/' },
    },
    {
      name: 'no-test-code-in-the-app',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/test/', '\\.test\\.tsx?$'] },
      to: { path: ['^src/test/', '\\.test\\.tsx?$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^src/copy/paraglide/', '^src/routeTree\\.gen\\.ts$'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
  },
}
