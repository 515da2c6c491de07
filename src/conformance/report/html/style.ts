/** The page's looks, light and dark. Contrasts of text are 4.5 or more (WCAG 2.2, 1.4.3). */

const light = `
  color-scheme: light;
  --page: #f5f6f8; --card: #ffffff; --inset: #f3f5f8; --text: #16202c; --muted: #566273; --line: #dde2e9; --strong: #c3cbd6;
  --link: #1a56c4; --focus: #1a56c4; --shadow: 0 1px 2px rgb(16 24 40 / 6%), 0 1px 6px rgb(16 24 40 / 4%);
  --pass: #10713f; --pass-soft: #e3f4ea; --pass-fill: #2fa568;
  --confirmed: #0b6b80; --confirmed-soft: #e0f2f6; --confirmed-fill: #3aa6bd;
  --fail: #b3202a; --fail-soft: #fdeaea; --fail-fill: #d9434d;
  --refuted: #7038b8; --refuted-soft: #f2eafc; --refuted-fill: #a478dd;
  --inconclusive: #855600; --inconclusive-soft: #fdf2d8; --inconclusive-fill: #e2a93b;
  --not-run: #566273; --not-run-soft: #edf0f4; --not-run-fill: #b3bcc8;
  --suite-error: #9b1c6b; --suite-error-soft: #fce8f4; --suite-error-fill: #d2559f;`

const dark = `
  color-scheme: dark;
  --page: #0e1318; --card: #171e26; --inset: #10161d; --text: #e4e9f0; --muted: #9aa8b8; --line: #2a343f; --strong: #41505f;
  --link: #84b4ff; --focus: #84b4ff; --shadow: none;
  --pass: #66d499; --pass-soft: #14301f; --pass-fill: #35a268;
  --confirmed: #68cfe4; --confirmed-soft: #112d35; --confirmed-fill: #2f93a8;
  --fail: #ff938f; --fail-soft: #3d191c; --fail-fill: #dd4a50;
  --refuted: #c9a8fb; --refuted-soft: #2a1f42; --refuted-fill: #8a5fc9;
  --inconclusive: #f0c25c; --inconclusive-soft: #33270e; --inconclusive-fill: #c48e26;
  --not-run: #9aa8b8; --not-run-soft: #222b35; --not-run-fill: #556372;
  --suite-error: #f79bd0; --suite-error-soft: #3a1a2d; --suite-error-fill: #c04a8d;`

const verdicts = ['pass', 'confirmed', 'fail', 'refuted', 'inconclusive', 'not-run', 'suite-error']

const colours = verdicts
  .map((name) => `.v-${name} { --tint: var(--${name}); --soft: var(--${name}-soft) } .f-${name} { fill: var(--${name}-fill) }`)
  .join('\n')

export const style = `
:root {${light} }
@media (prefers-color-scheme: dark) { :root {${dark} } }
:root[data-theme=light] {${light} }
:root[data-theme=dark] {${dark} }
${colours}
${verdicts.map((name) => `polyline.s-${name} { stroke: var(--${name}-fill) } text.s-${name} { fill: var(--${name}) }`).join('\n')}
.soak svg { width: 100%; height: auto; background: var(--card); border: 1px solid var(--line); border-radius: 8px }
.soak polyline { fill: none; stroke-width: 2; stroke-linejoin: round } .soak .grid { stroke: var(--line) }
.soak text { font-size: 12px } .soak text:not([class]) { fill: var(--muted) } .soak figcaption { color: var(--muted); margin: .4rem 0 1rem }
.f-rail { fill: var(--line) }
*, *::before, *::after { box-sizing: border-box }
html { scroll-padding-top: 9rem; -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .875em }
a { color: var(--link); text-underline-offset: 2px }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px }
[hidden] { display: none !important }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.skip { position: absolute; left: -999px } .skip:focus { left: 1rem; top: .5rem; z-index: 9; background: var(--card); padding: .4rem .8rem }
h1, h2, h3, h4, h5, p, ul, ol, dl, dd, figure { margin: 0 } ul, ol { padding: 0; list-style: none }
.top { background: var(--card); border-bottom: 1px solid var(--line) }
.bar, .hero-inner, main, footer { max-width: 1160px; margin: 0 auto; padding: 0 24px }
.bar { display: flex; align-items: center; gap: 20px; min-height: 52px; flex-wrap: wrap }
.brand { color: var(--muted); margin-right: auto } .brand strong { color: var(--text); letter-spacing: -.01em }
nav { display: flex; gap: 18px } nav a { color: var(--muted); text-decoration: none } nav a:hover { color: var(--text) }
button { font: inherit; color: inherit; cursor: pointer }
.quiet, .copy, .reset { background: var(--card); border: 1px solid var(--line); border-radius: 7px; padding: 3px 11px; color: var(--muted) }
.quiet:hover, .copy:hover, .reset:hover { border-color: var(--strong); color: var(--text) }

.hero { background: var(--card); border-bottom: 1px solid var(--line); box-shadow: var(--shadow) }
.hero-inner { display: grid; grid-template-columns: auto 1fr; gap: 6px 22px; padding-top: 34px; padding-bottom: 26px; align-items: center }
.disc { width: 66px } .disc svg { display: block } .disc path { fill: none; stroke: #fff; stroke-width: 4; stroke-linecap: round; stroke-linejoin: round }
.tone-good .disc circle { fill: var(--pass-fill) } .tone-bad .disc circle { fill: var(--fail-fill) } .tone-unclear .disc circle { fill: var(--inconclusive-fill) }
h1 { font-size: 2.1rem; line-height: 1.15; letter-spacing: -.025em; font-weight: 700 }
.tone-good h1 { color: var(--pass) } .tone-bad h1 { color: var(--fail) } .tone-unclear h1 { color: var(--inconclusive) }
.sentence { font-size: 1.1rem; margin-top: 3px } .target { color: var(--muted); overflow-wrap: anywhere } .target code { color: var(--text) }
.facts { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 12px 34px; margin-top: 22px; padding-top: 18px; border-top: 1px solid var(--line) }
.facts dt { color: var(--muted); font-size: .8rem } .facts dd { font-weight: 500; overflow-wrap: anywhere }
.tally { grid-column: 1 / -1; margin-top: 18px }
.verdict-bar { display: block; width: 100%; height: 12px; border-radius: 6px; overflow: hidden; background: var(--line) }
.verdict-bar rect { stroke: var(--card); stroke-width: 2; vector-effect: non-scaling-stroke }
.tally ul { display: flex; flex-wrap: wrap; gap: 4px 20px; margin-top: 9px; color: var(--muted); font-size: .92rem } .tally b { color: var(--text) }
.dot { width: 10px; height: 10px; margin-right: 6px }

main { padding-top: 8px; padding-bottom: 40px }
h2 { font-size: 1.35rem; letter-spacing: -.015em; margin: 36px 0 8px } h3 { font-size: 1.05rem; margin: 24px 0 9px }
.count { color: var(--muted); font-weight: 400; font-size: .9rem; margin-left: 6px } .lead { color: var(--muted); max-width: 46rem }
.notices { background: var(--inconclusive-soft); border-left: 4px solid var(--inconclusive-fill); border-radius: 8px; padding: 13px 18px; margin-top: 28px }
.notices h2 { font-size: 1rem; margin: 0 0 4px } .notices li { overflow-wrap: anywhere } .notices li + li { margin-top: 3px }


.broken { display: grid; gap: 8px } .broken li { display: flex; gap: 14px; align-items: baseline; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--fail-fill); border-radius: 10px; padding: 11px 16px; box-shadow: var(--shadow) }
.broken div { min-width: 0; overflow-wrap: anywhere } .broken a { text-decoration: none } .broken a:hover { text-decoration: underline } .broken p { margin-top: 2px } .pair { display: flex; flex-wrap: wrap; gap: 2px 24px; color: var(--muted); font-size: .92rem }
q { quotes: none; font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9em; color: var(--text) }
.advice { background: var(--card); border: 1px solid var(--line); border-radius: 10px; box-shadow: var(--shadow) } .advice li { display: flex; gap: 16px; padding: 8px 16px } .advice li + li { border-top: 1px solid var(--line) } .advice b { flex: none; min-width: 5.2rem; color: var(--inconclusive) }
.advice details { min-width: 0; overflow-wrap: anywhere } .advice summary { cursor: pointer } .advice p { font-size: .84rem; margin-top: 4px }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(112px, 1fr)); gap: 6px }
.tiles:has(a[href^="#s-GAP"]) { grid-template-columns: repeat(auto-fill, minmax(168px, 1fr)) }
.tile { display: block; padding: 6px 10px; border-radius: 7px; background: var(--soft); color: var(--tint); text-decoration: none; font-size: .86rem; font-weight: 600; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.tile:hover { box-shadow: inset 0 0 0 1.5px var(--tint) }
.panel { margin-top: 10px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; box-shadow: var(--shadow) }
.panel > summary { padding: 9px 16px; color: var(--muted); font-weight: 500; cursor: pointer } .panel > summary:hover { color: var(--text) }
table { width: 100%; border-collapse: collapse; text-align: left } th, td { padding: 9px 16px; vertical-align: top; border-top: 1px solid var(--line); font-weight: 400 }
thead th { color: var(--muted); font-size: .8rem; border-top: 0; padding-bottom: 5px } .panel thead th { border-top: 1px solid var(--line) }
.statements th[scope=row] { white-space: nowrap; font-weight: 600 } .statements td:nth-child(3) { width: 50% } .statements tr:target { background: var(--inset) }
.why { color: var(--muted); font-size: .9rem; margin-top: 3px; overflow-wrap: anywhere }
.links a { color: var(--tint); text-decoration: none; font-size: .82rem; overflow-wrap: anywhere } .links a:hover { text-decoration: underline } .none { color: var(--muted) }
.areas { background: var(--card); border: 1px solid var(--line); border-radius: 10px; border-spacing: 0; border-collapse: separate; box-shadow: var(--shadow) }
.areas thead th { padding-top: 9px } .areas th[scope=row] { font-weight: 600 } .areas .score { white-space: nowrap } .areas .score b { display: inline-block; min-width: 3.9em }
.gauge { width: 110px; height: 7px; border-radius: 4px; margin-left: 6px } .open { color: var(--inconclusive) }
.badge { flex: none; display: inline-block; padding: 1px 9px; border-radius: 99px; background: var(--soft); color: var(--tint); font-size: .8rem; font-weight: 600; white-space: nowrap; line-height: 1.6 }

.filters { position: sticky; top: 0; z-index: 3; background: var(--page); padding: 10px 0 12px; border-bottom: 1px solid var(--line) }
.chips { display: flex; flex-wrap: wrap; gap: 6px; margin-bottom: 9px }
.chip { border: 1.5px solid transparent; border-radius: 99px; background: var(--soft); color: var(--tint); padding: 2px 12px; font-size: .88rem } .chip:hover { border-color: var(--tint) }
.chip[aria-pressed=true] { background: var(--tint); color: var(--page) }
.fields { display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: center; color: var(--muted); font-size: .9rem }
select, input { font: inherit; color: var(--text); background: var(--card); border: 1px solid var(--strong); border-radius: 7px; padding: 4px 8px; margin-left: 5px } ::placeholder { color: var(--muted); opacity: 1 }
.search { flex: 1 1 16rem; display: flex; align-items: center } .search input { flex: 1; min-width: 0 }
.case { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin-bottom: 7px }
.case:target { border-color: var(--focus) } .case[data-verdict=fail] { border-left: 4px solid var(--fail-fill) } .case[data-verdict=suite-error] { border-left: 4px solid var(--suite-error-fill) }
.case > summary { display: flex; align-items: baseline; gap: 12px; padding: 9px 14px; cursor: pointer; list-style: none } summary::-webkit-details-marker { display: none }
.case > summary::after { content: "▸"; color: var(--muted); order: 9 } .case[open] > summary::after { content: "▾" }
.name { flex: 1; min-width: 0; overflow-wrap: anywhere } .name > code { font-weight: 600; margin-right: 6px } .title { color: var(--muted) } .case[open] .title { color: var(--text) }
.known { color: var(--inconclusive); font-size: .82rem; white-space: nowrap } .ms { color: var(--muted); font-size: .82rem; white-space: nowrap; font-variant-numeric: tabular-nums; min-width: 4.2rem; text-align: right }
.body { padding: 4px 16px 16px; border-top: 1px solid var(--line) }
.said { background: var(--soft); border-radius: 8px; padding: 9px 13px; margin: 12px 0; overflow-wrap: anywhere } .said.v-fail, .said.v-suite-error { font-weight: 600; color: var(--tint) }
.body dl > div { display: grid; grid-template-columns: 9.5rem 1fr; gap: 14px; padding: 4px 0 } .body dt { color: var(--muted) } .body dd { min-width: 0; overflow-wrap: anywhere; white-space: pre-line } .body dd:has(ul, pre) { white-space: normal }
.quoted { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875em }
h4 { font-size: .92rem; margin: 16px 0 6px } h5 { font-size: .8rem; color: var(--muted); margin: 10px 0 4px; font-weight: 500 }
.exchange { border: 1px solid var(--line); border-radius: 8px; margin-bottom: 5px } .exchange > summary { display: flex; gap: 10px; align-items: baseline; padding: 5px 11px; cursor: pointer; font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .82rem; list-style: none }
.exchange > summary:hover { background: var(--inset) } .exchange[open] { padding: 0 11px 11px } .exchange[open] > summary { margin: 0 -11px }
.method { font-weight: 700 } .url { flex: 1; min-width: 0; overflow-wrap: anywhere } .status { font-weight: 700 } .s2 { color: var(--pass) } .s3, .s1 { color: var(--confirmed) } .s4 { color: var(--inconclusive) } .s5 { color: var(--fail) }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 14px } .sides > div { min-width: 0 }
pre { margin: 0; background: var(--inset); border: 1px solid var(--line); border-radius: 7px; padding: 8px 11px; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .78rem; line-height: 1.5; position: relative; unicode-bidi: isolate } pre code { font-size: inherit }
.payload { max-height: 24rem; overflow: auto; margin-top: 5px } .header { color: var(--muted) } .remark { color: var(--muted); font-size: .8rem }
.command { padding-right: 5.2rem } .copy { position: absolute; top: 4px; right: 4px; font-family: system-ui, sans-serif; padding: 0 9px; font-size: .76rem; line-height: 1.7 }
.empty { padding: 26px; text-align: center; color: var(--muted) } footer { color: var(--muted); font-size: .85rem; padding-top: 18px; padding-bottom: 34px; border-top: 1px solid var(--line) }

@media (max-width: 700px) {
  .bar, .hero-inner, main, footer { padding-left: 15px; padding-right: 15px } nav { order: 3; width: 100%; padding-bottom: 9px }
  .hero-inner { gap: 6px 14px; padding-top: 22px } .disc { width: 46px; align-self: start } h1 { font-size: 1.6rem } .sentence { font-size: 1rem } .facts { gap: 10px 24px }
  .filters { position: static } html { scroll-padding-top: 1rem }
  .case > summary { flex-wrap: wrap; gap: 4px 10px; position: relative; padding-right: 30px } .case > summary::after { position: absolute; right: 12px; top: 9px } .name { order: 5; flex-basis: 100% } .case > summary .ms { margin-left: auto }
  .body dl > div, .sides { grid-template-columns: minmax(0, 1fr); gap: 0 } .body dt { font-size: .85rem }
  .statements thead { position: absolute; clip-path: inset(50%) } .statements tr { display: grid; grid-template-columns: auto 1fr; border-top: 1px solid var(--line); padding: 8px 0 } .statements th, .statements td { border: 0; padding: 2px 14px } .statements td:nth-child(n + 3) { grid-column: 1 / -1; width: auto }
  .areas { font-size: .88rem } .areas th, .areas td { padding: 7px 6px } .areas thead th { font-size: .74rem } .areas th[scope=row], .areas td { overflow-wrap: anywhere } .broken li { flex-direction: column; gap: 6px } .gauge { display: none } .areas .score b { min-width: 0 }
}
@media print {
  :root, :root[data-theme=dark] {${light} --page: #fff; --shadow: none }
  body { font-size: 10.5pt; print-color-adjust: exact; -webkit-print-color-adjust: exact } .filters, .quiet, .copy, nav, .skip { display: none !important }
  .case, tr, .tile, .exchange { break-inside: avoid } .case[open] { break-inside: auto } h2, h3, h4 { break-after: avoid } .payload { max-height: none } .case > summary::after { content: "" }
}
`
