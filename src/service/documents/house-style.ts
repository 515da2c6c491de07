/**
 * The style that every document starts from; a template adds to it with a `<style>` of its own. Browsers
 * and the PDF read the same rules, so only what both understand is used (see `pdf/`).
 */
export const houseStyle = `
@page {
  size: A4;
  margin: 20mm 17mm 22mm;
  @bottom-right {
    content: "Página " counter(page) " de " counter(pages);
    font-size: 7.5pt;
    color: #7b8794;
  }
}
* { box-sizing: border-box; }
html {
  font-family: "Roboto", "Segoe UI", "Helvetica Neue", Arial, sans-serif;
  font-size: 9.5pt;
  line-height: 1.45;
  color: #27323d;
  print-color-adjust: exact;
  -webkit-print-color-adjust: exact;
}
body { margin: 0; }
h1 { margin: 0; font-size: 21pt; font-weight: 400; line-height: 1.2; color: #17616b; }
h2 { margin: 0 0 2mm; font-size: 11.5pt; font-weight: 600; line-height: 1.3; color: #17616b; }
p { margin: 0; }
strong, b { font-weight: 600; }
a { color: #17616b; }
small, .quiet { color: #667380; }
small { font-size: 8pt; }
.label { font-size: 7.5pt; letter-spacing: 0.3pt; color: #7b8794; text-transform: uppercase; }
.letterhead {
  display: flex;
  justify-content: space-between;
  margin-bottom: 9mm;
  padding-bottom: 4mm;
  border-bottom: 1.2pt solid #17616b;
}
.letterhead .sender { width: 95mm; font-size: 8.5pt; color: #667380; }
.letterhead .sender strong { font-size: 11.5pt; color: #27323d; }
.letterhead .about { width: 75mm; text-align: right; }
.parties { display: flex; column-gap: 8mm; margin-bottom: 8mm; }
.parties > div { flex: 1; }
.parties > div > p strong { font-size: 10.5pt; }
.card { padding: 3.5mm 4mm; background: #f2f6f7; }
.facts { width: 100%; border-collapse: collapse; }
.facts th {
  padding: 0.6mm 4mm 0.6mm 0;
  font-weight: 400;
  text-align: left;
  color: #667380;
  white-space: nowrap;
}
.facts td { padding: 0.6mm 0; text-align: right; }
.facts .sum th, .facts .sum td { font-weight: 600; color: #27323d; }
.list { width: 100%; margin-bottom: 6mm; border-collapse: collapse; }
.list th {
  padding: 1.6mm 2mm;
  border-bottom: 0.8pt solid #17616b;
  font-size: 8pt;
  font-weight: 600;
  text-align: left;
  vertical-align: bottom;
  color: #17616b;
}
.list td { padding: 1.2mm 2mm; border-bottom: 0.5pt solid #dfe5e8; vertical-align: top; }
.list .number, .facts .number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.list .fixed { white-space: nowrap; }
.list .group td { padding-top: 4mm; font-weight: 600; color: #17616b; border-bottom: 0.8pt solid #9db8bc; }
.list tfoot { display: table-row-group; }
.list tfoot td { border-bottom: 0; border-top: 0.8pt solid #17616b; font-weight: 600; }
.list thead { break-after: avoid; }
.list tr { break-inside: avoid; }
.totals { width: 78mm; margin-left: auto; margin-bottom: 8mm; break-inside: avoid; }
.totals table { width: 100%; border-collapse: collapse; }
.totals td { padding: 1mm 2mm; }
.totals td.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.totals .sum td {
  padding: 2mm;
  border-top: 0.8pt solid #17616b;
  font-size: 12pt;
  font-weight: 600;
  color: #17616b;
}
.note { margin-bottom: 4mm; padding: 2.5mm 4mm; border-left: 1.5pt solid #9db8bc; break-inside: avoid; }
.note p { white-space: pre-line; }
.warning { color: #a2442f; }
@media screen {
  html { background: #e9edef; }
  body {
    width: 210mm;
    min-height: 297mm;
    margin: 8mm auto;
    padding: 20mm 17mm 22mm;
    background: #ffffff;
    box-shadow: 0 1mm 4mm rgb(39 50 61 / 15%);
  }
}
@media screen and (max-width: 215mm) {
  body { width: auto; margin: 0; padding: 6mm 5mm; }
}
`
