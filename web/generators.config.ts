/** Settings of the code generators, shared by the build, the tests and `npm run gen`. */
export const router = {
  target: 'react' as const,
  autoCodeSplitting: true,
  // Only components are split.
  // The parts that stand for a missing or late page are small and already in the entry file.
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
  /** The app runs only in browsers, so leave out what a server would need. */
  isServer: 'false',
  emitGitIgnore: false,
  emitPrettierIgnore: false,
}
