/** Settings of the code generators, shared by the build, the tests and `npm run gen`. */
export const router = {
  target: 'react' as const,
  autoCodeSplitting: true,
  // What stands for a page that is missing or late is small, and part of the entry already.
  codeSplittingOptions: { defaultBehavior: [['component' as const]] },
  routesDirectory: './src/routes',
  generatedRouteTree: './src/routeTree.gen.ts',
  quoteStyle: 'single' as const,
  semicolons: false,
}

export const paraglide = {
  project: './project.inlang',
  outdir: './src/copy/paraglide',
  strategy: ['localStorage' as const, 'preferredLanguage' as const, 'baseLocale' as const],
  localStorageKey: 'locale',
  /** The app runs in browsers alone; what a server would need is left out. */
  isServer: 'false',
  emitGitIgnore: false,
  emitPrettierIgnore: false,
}
