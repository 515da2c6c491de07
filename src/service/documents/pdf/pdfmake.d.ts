/** The part of pdfmake that is used: its printer, whose fonts, files and network are given by the caller. */
declare module 'pdfmake/js/Printer.js' {
  interface Files {
    existsSync(path: string): boolean
    readFileSync(path: string): Uint8Array
  }

  interface Resolver {
    resolve(url: string): Promise<void>
    resolved(): Promise<unknown>
  }

  class Printer {
    constructor(
      fonts: Record<string, { normal: string; bold: string; italics: string; bolditalics: string }>,
      files: Files,
      urls: Resolver,
      mayReadFile: (path: string) => boolean,
    )
    createPdfKitDocument(definition: object): Promise<NodeJS.ReadableStream & { end(): void }>
  }

  const exports: { default: typeof Printer }
  export = exports
}
