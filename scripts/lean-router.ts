import { type Cuts, fewerLines } from './fewer-lines.ts'

/** Pages only read; every change goes to `/api`. So there are no actions and no fetchers. */
const writing: Cuts = {
  'router/router.js': [
    [/(?<!function )\bisMutationMethod\([^()]*(?:\([^()]*\))?\)/g, 'false'],
    fewerLines(
      'normalizeNavigateOptions',
      `if (!opts || !isSubmissionNavigation(opts)) return { path };
	let parsedPath = parsePath(path);
	parsedPath.search = "?" + convertFormDataToSearchParams(opts.formData);
	return { path: createPath(parsedPath), submission: { formMethod: "GET", formAction: stripHashFromPath(path), formEncType: opts.formEncType, formData: opts.formData } };`,
    ),
    fewerLines(
      'getInternalRouterError',
      'return new ErrorResponseImpl(status, "", new Error(status), true);',
    ),
    [/\t\tfetch,\n|\t\tgetFetcher,\n\t\tresetFetcher,\n\t\tdeleteFetcher: queueFetcherForDeletion,\n/g, ''],
    [/\tfetchLoadMatches\.forEach\(\(f, key\) => \{[\s\S]*?\n\t\}\);\n/, ''],
    [/\trevalidatingFetchers\.filter\(\(f\) =>[\s\S]*?\n\t\}\);\n/, ''],
    fewerLines(
      'callLoadersAndMaybeResolveData',
      'return { loaderResults: await callDataStrategy(request, location, matches, scopedContext, null), fetcherResults: {} };',
    ),
    fewerLines('interruptActiveLoads', 'isRevalidationRequired = true;'),
    fewerLines('markFetchRedirectsDone', ''),
    fewerLines('abortStaleFetchLoads', ''),
    fewerLines('getSubmissionFromNavigation', 'if (navigation.formData) return navigation;'),
  ],
  'dom/lib.js': [['if (options.navigate === false)', 'if (false)']],
  'dom/ssr/single-fetch.js': [
    [/\t\tif \(request\.method !== "GET"\) return singleFetchActionStrategy.*\n/, ''],
    [/\t\tif \(fetcherKey\) return singleFetchLoaderFetcherStrategy.*\n/, ''],
  ],
}

/** The server alone loads what a page shows, and it alone has steps before that. */
const loadingInTheBrowser: Cuts = {
  'router/router.js': [
    fewerLines(
      'runClientMiddlewarePipeline',
      'if (args.request.signal.aborted) throw args.request.signal.reason;\n\treturn handler();',
    ),
    ['isStaticHandler ? () => {', 'false ? () => {'],
    [/let lazyMiddlewarePromise = loadLazyRouteProperty\(\{[\s\S]*?\}\);/, 'let lazyMiddlewarePromise;'],
    ['if (typeof route.lazy === "function") {', 'if (false) {'],
    ['init.dataStrategy || defaultDataStrategyWithMiddleware', 'init.dataStrategy'],
    ['if (!init.dataStrategy && ', 'if (false && '],
  ],
  'dom/ssr/single-fetch.js': [
    [/\t\tif \(!ssr && !foundRevalidatingServerLoader\) return nonSsrStrategy.*\n/, ''],
    ['if (shouldAllowOptOut(m) && hasClientLoader) {', 'if (false) {'],
  ],
  'dom/ssr/routes.js': [
    [
      /let hasInitialData = [\s\S]*?(?=\n\t\t\} else \{\n\t\t\tif \(!route\.hasClientLoader\))/,
      'dataRoute.loader = (_, singleFetch) => prefetchStylesAndCallHandler(() => fetchServerLoader(singleFetch));',
    ],
    [/\t\t\tif \(!route\.hasClientAction\) dataRoute\.action = [\s\S]*?\n\t\t\t\}\);\n/, ''],
    ['if (!route.hasClientLoader) dataRoute.loader', 'dataRoute.loader'],
    [/loader: route\.hasClientLoader \? [\s\S]*?(?=\t\t\t\tshouldRevalidate: async)/, ''],
    ['if (route.clientLoaderModule || route.clientActionModule)', 'if (false)'],
    [/\t\t\t\t\tprefetchRouteModuleChunks\(route\);\n/, ''],
    ['if (!ssr && manifestRoute.hasLoader && !manifestRoute.hasClientLoader) {', 'if (false) {'],
    ['if (needsRevalidation) return', 'if (false) return'],
  ],
}

/** Every page knows all pages from the start, is made by the server, and nothing of it is prefetched. */
const findingPages: Cuts = {
  'router/router.js': [
    ['fogOfWar.active = false;', ''],
    [/\b(?:init\.patchRoutesOnNavigation|fogOfWar\.active)\b/g, 'false'],
    ['if (isFogOfWar) {', 'if (false) {'],
    ['!isFogOfWar', 'true'],
    [/\t\tpatchRoutes,\n\t\t_internalFetchControllers[\s\S]*?\n\t\t\}\n/, ''],
    fewerLines('createDataRouteMatcher', 'return new V6RegExMatcher(basename);'),
  ],
  'dom/ssr/fog-of-war.js': [
    fewerLines('isFogOfWarEnabled', 'return false;'),
    fewerLines('getPatchRoutesOnNavigationFunction', ''),
    fewerLines('useFogOFWarDiscovery', ''),
  ],
  'dom-export/hydrated-router.js': [
    ['router.createRoutesForHMR = UNSAFE_createClientRoutesWithHMRRevalidationOptOut;', ''],
    ['if (ssrInfo.context.isSpaMode) {', 'if (false) {'],
    ['if (window.__reactRouterManifest.sri === true) {', 'if (false) {'],
  ],
  'dom/ssr/components.js': [
    ['isPageLinkDescriptor(link) ?', 'false ?'],
    fewerLines('usePrefetchBehavior', 'return [false, null, {}];'),
    [/contextScript = staticContext \?/, 'contextScript = false ?'],
    ['routeModulesScript = !isStatic ?', 'routeModulesScript = true ?'],
    [
      /\tlet preloads = isHydrated [\s\S]*?initialScripts\);\n/,
      '\treturn isHydrated ? null : initialScripts;\n',
    ],
  ],
  'dom/lib.js': [['return shouldPrefetch && !isAbsolute ?', 'return false ?']],
  'dom/ssr/links.js': [fewerLines('prefetchStyleLinks', ''), fewerLines('prefetchRouteCss', '')],
}

/** Neither moving pictures between pages, nor measuring instruments, nor components that run on the server. */
const never: Cuts = {
  'router/router.js': [
    [/\binit\.instrumentations\b|\bopts\?\.instrumentationNavigateMetaReceiver\b/g, 'false'],
    ['consumeInstrumentationClientResultMetaReceiver(router)', 'void 0'],
    fewerLines('restoreAppliedTransitions', ''),
    fewerLines('persistAppliedTransitions', ''),
    [
      'if (pendingAction === "POP" && !isUninterruptedRevalidation && location !== state.location) {',
      'if (false) {',
    ],
    ['} else if (pendingViewTransitionEnabled) {', '} else if (false) {'],
  ],
  'components.js': [
    ['if (!viewTransitionOpts || !isViewTransitionAvailable) {', 'if (true) {'],
    [
      /\tReact\$1\.useEffect\(\(\) => \{\n\t\tif \(vtContext\.isTransitioning && [\s\S]*?(?=\tlet navigator = React\$1\.useMemo)/,
      '',
    ],
    ['\t\ttransition,\n\t\trenderDfd,\n', ''],
    ['useIsRSCRouterContext() || useTransitions', 'useTransitions'],
  ],
  'hooks.js': [
    [/\t\tif \(this\.context && typeof error[\s\S]*?\n\t\t\}\n/, ''],
    [/\t\tif \(this\.context\) return .*\n/, ''],
  ],
  'dom/lib.js': [['useViewTransitionState(path) && viewTransition === true', 'false']],
  'dom/ssr/components.js': [[/\buseIsRSCRouterContext\(\)/g, 'false']],
  'dom/ssr/errorBoundaries.js': [
    fewerLines(
      'RemixRootDefaultErrorBoundary',
      'console.error(error);\n\treturn React$1.createElement("html", null, React$1.createElement("body", null, "Something went wrong. Please open the page again."));',
    ),
  ],
  'dom/ssr/fallback.js': [fewerLines('RemixRootDefaultHydrateFallback', 'return null;')],
}

/** What React Router can do and this shop never asks of it. */
export const routerCuts: readonly Cuts[] = [writing, loadingInTheBrowser, findingPages, never]
