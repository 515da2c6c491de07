// Made by scripts/generate-contract.ts from the contract in openapi/; not to be edited.

export interface paths {
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the service running?
         * @description Answers with a short greeting as long as the service runs. The only endpoint that takes no key.
         *
         *     Stated: PING-1, PING-3.
         */
        get: operations["ping"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whose key is this?
         * @description Tells about the user who owns the key of the request. The endpoint to try a new key with: whatever else a
         *     key may do, it may ask this.
         *
         *     Stated: WHO-1, WHO-2.
         */
        get: operations["whoami"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a report
         * @description Gives one page of a report that was set up in the service's console. Ask page after page until the last;
         *     the pages joined are the whole report.
         *
         *     Column names can change when the service is updated, unless the request says `safeColumnsName: true`.
         *     Integrations are advised to say so always (VER-1).
         *
         *     The method is POST even though only data are read (REP-6).
         *
         *     Stated: REP-1, REP-6.
         */
        post: operations["runReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dynamicdocuments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a dynamic document
         * @description Fills a document's template, a plain text that combines data of several sections, and gives the result as
         *     HTML, as JSON or as PDF. The method is POST even though only data are read (DOC-4).
         *
         *     Stated: DOC-1, DOC-3, DOC-4.
         */
        post: operations["generateDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/writeoperations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create, edit or delete records
         * @description Runs a list of operations, in their order. An operation without `id` creates a record, one with `id` edits
         *     it; editing `eliminado` to 1 deletes it, for there is no separate way to delete (WRI-3).
         *
         *     Assumed (GAP-WRITE-RESULT): each operation stands for itself. One that fails leaves the others untouched
         *     and says in its own result why it failed, so the answer is 200 even if all of them failed.
         *
         *     Stated: WRI-1.
         */
        post: operations["writeRecords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/taxid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a national tax identifier
         * @description Asks the national tax agency whether an identifier (NIF, NIE or CIF) of an individual or a company is
         *     valid and, if a name is given, whether it is theirs. An identifier that is not valid is a good answer with
         *     `valid: false`, not an error; when the agency cannot be reached the answer is 503.
         *
         *     That the path begins with `/api/tools/` is stated; the tool's name in it and the method are assumed.
         *
         *     Stated: TOOL-1, its path prefix. The rest is assumed: GAP-TOOLS.
         */
        post: operations["validateTaxId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tools/euvat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate an intra-community VAT identifier
         * @description Tells whether a VAT identifier of a member state of the European Union is valid and whose it is. The
         *     country stands in front of the identifier (`PT502734515`) or apart in `country`. An identifier that is not
         *     valid is a good answer with `valid: false`, not an error; when the registry cannot be reached the answer is
         *     503.
         *
         *     That the path begins with `/api/tools/` is stated; the tool's name in it and the method are assumed.
         *
         *     Stated: TOOL-2, its path prefix. The rest is assumed: GAP-TOOLS.
         */
        post: operations["validateVatId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    recordChanged: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A record was created or modified
         * @description A webhook is set up in the service's console for one section and for what shall trigger it: creation,
         *     modification, or a change of particular fields. Each matching event is sent to the webhook's target URL.
         *
         *     **What the receiver owes:** any 2xx answer in less than 10 seconds, so keep the work for later. If it does
         *     not respond, the notification is sent again; the same one may therefore arrive more than once, and later
         *     ones may overtake it. The rules, each with what it rests on, are in `x-delivery`.
         *
         *     **Who is calling:** a webhook may have been given a bearer token, which then comes in the header of each
         *     notification.
         *
         *     The body is thin by default: it says what changed, and the receiver reads the data through the inbound
         *     interface (USE-1).
         *
         *     Stated: HOOK-1, HOOK-2.
         */
        post: operations["recordChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Violation: {
            /**
             * @description JSON pointer (RFC 6901) to the fault, counted from the request.
             *
             *     Assumed: GAP-ERRORS.
             * @example /body/resultsPerPage
             */
            pointer: string;
            /**
             * @description What is wrong there.
             *
             *     Assumed: GAP-ERRORS.
             */
            message: string;
            /**
             * @description What would have been accepted.
             *
             *     Assumed: GAP-ERRORS.
             */
            expected?: string;
        };
        /** @description A refusal, in the form of RFC 9457 (problem details). */
        Problem: {
            /**
             * @description Always the same, since `code` tells the problems apart (RFC 9457, section 4.2.1).
             *
             *     Assumed: GAP-ERRORS.
             * @constant
             */
            type: "about:blank";
            /**
             * @description The name of the status.
             *
             *     Assumed: GAP-ERRORS.
             */
            title: string;
            /**
             * @description The status of the answer, once more.
             *
             *     Assumed: GAP-ERRORS.
             */
            status: number;
            /**
             * @description What is wrong with this request, for people.
             *
             *     Assumed: GAP-ERRORS.
             */
            detail: string;
            /**
             * @description A stable name for what is wrong, for programs.
             *
             *     Assumed: GAP-ERRORS.
             * @enum {string}
             */
            code: "malformed" | "invalid" | "unauthenticated" | "forbidden" | "not_found" | "method_not_allowed" | "unsupported_media_type" | "too_large" | "rate_limited" | "unavailable" | "internal_error";
            /**
             * @description Each violation by itself, when the request is at fault in particular places.
             *
             *     Assumed: GAP-ERRORS.
             */
            errors?: components["schemas"]["Violation"][];
        };
        /** @description The user who owns a key. */
        User: {
            /** @description Stated to exist: WHO-1. How it looks is assumed: GAP-USER-FIELDS. */
            id: number;
            /**
             * @description The name the user signs in with.
             *
             *     Stated to exist: WHO-1. How it looks is assumed: GAP-USER-FIELDS.
             */
            login: string;
            /**
             * @description The user's name as people write it.
             *
             *     Stated to exist: WHO-1. How it looks is assumed: GAP-USER-FIELDS.
             */
            name: string;
            /**
             * Format: email
             * @description Stated to exist: WHO-1. How it looks is assumed: GAP-USER-FIELDS.
             */
            email: string;
            /**
             * @description What the user, and so the key, may do: `section:<id|*>:<read|write>`, `report:<id|*>`,
             *     `document:<id|*>`, `tool:<taxId|vatId|*>`.
             *
             *     Stated to exist: AUTH-3. How it looks is assumed: GAP-PERMISSIONS.
             */
            permissions: string[];
        };
        ReportRequest: {
            /**
             * @description The ID of a report that was set up in the service's console.
             *
             *     Stated: REP-1, its place. The rest is assumed: GAP-REPORT-ID.
             */
            reportId: string;
            /**
             * @description Which page, counted from 1.
             *
             *     Stated: REP-2, its name and place. The rest is assumed: GAP-PAGING.
             * @default 1
             */
            page?: number;
            /**
             * @description How many rows make a page.
             *
             *     Stated: REP-2, its name and place. The rest is assumed: GAP-PAGING.
             * @default 50
             */
            resultsPerPage?: number;
            /**
             * @description Whether to add the files that belong to the records on the page.
             *
             *     Stated: REP-3, its name. The rest is assumed: GAP-REPORT-REQUEST.
             * @default false
             */
            withFiles?: boolean;
            /**
             * @description With `true`, columns have names that stay the same in all versions of the service; this is the
             *     recommended way. Otherwise their names may change with the version.
             *
             *     Stated: REP-4, REP-5, VER-1, its name, type and default. The rest is assumed: GAP-REPORT-REQUEST.
             * @default false
             */
            safeColumnsName?: boolean;
            /**
             * @description Values for the report's own parameters, by name. Which there are depends on the report.
             *
             *     Assumed: GAP-REPORT-REQUEST.
             */
            parameters?: {
                [key: string]: string | number | boolean | null;
            };
        };
        ReportColumn: {
            /**
             * @description The key of this column's values in each row: the same in all versions when the request said
             *     `safeColumnsName: true`, otherwise the label of the running version.
             *
             *     Stated to exist: REP-4, REP-5. How it looks is assumed: GAP-REPORT-RESULT.
             */
            name: string;
            /**
             * @description The heading for people, in the running version of the service.
             *
             *     Assumed: GAP-REPORT-RESULT.
             */
            label: string;
            /**
             * @description What the values are. A `date` is text `YYYY-MM-DD`, an `instant` is text in ISO 8601 with `Z`.
             *
             *     Assumed: GAP-REPORT-RESULT.
             * @enum {string}
             */
            type: "text" | "integer" | "number" | "boolean" | "date" | "instant";
        };
        /** @description A file that belongs to a record on the page. */
        ReportFile: {
            /**
             * @description The record that the file belongs to.
             *
             *     Stated to exist: REP-3. How it looks is assumed: GAP-REPORT-RESULT.
             */
            recordId: number;
            /**
             * @description The file's name, without folders.
             *
             *     Stated to exist: REP-3. How it looks is assumed: GAP-REPORT-RESULT.
             */
            name: string;
            /**
             * @description What the content is, as an IANA media type.
             *
             *     Stated to exist: REP-3. How it looks is assumed: GAP-REPORT-RESULT.
             */
            mediaType: string;
            /**
             * @description The file itself.
             *
             *     Stated to exist: REP-3. How it looks is assumed: GAP-REPORT-RESULT.
             */
            content: string;
        };
        /** @description One page of a report. */
        ReportPage: {
            /**
             * @description The page's rows in the report's order; none past the last page.
             *
             *     Stated to exist: REP-2. How it looks is assumed: GAP-REPORT-RESULT.
             */
            rows: {
                [key: string]: string | number | boolean | null;
            }[];
            /**
             * @description The report's columns in their order.
             *
             *     Stated to exist: REP-4. How it looks is assumed: GAP-REPORT-RESULT.
             */
            columns: components["schemas"]["ReportColumn"][];
            /**
             * @description The page that this is, counted as in the request.
             *
             *     Assumed: GAP-REPORT-RESULT.
             */
            page: number;
            /**
             * @description How many rows make a full page.
             *
             *     Assumed: GAP-REPORT-RESULT.
             */
            resultsPerPage: number;
            /**
             * @description How many rows the whole report has.
             *
             *     Assumed: GAP-REPORT-RESULT.
             */
            totalRows: number;
            /**
             * @description How many pages the whole report has; 0 when it has no rows.
             *
             *     Assumed: GAP-REPORT-RESULT.
             */
            totalPages: number;
            /**
             * @description The files of the page's records; only when the request asked for them by `withFiles`.
             *
             *     Stated to exist: REP-3. How it looks is assumed: GAP-REPORT-RESULT.
             */
            files?: components["schemas"]["ReportFile"][];
        };
        DocumentRequest: {
            /**
             * @description The ID of the dynamic document.
             *
             *     Stated: DOC-2, its place. The rest is assumed: GAP-DOCUMENT-REQUEST.
             */
            documentId: string;
            /**
             * @description What to make of it. The answer's media type follows.
             *
             *     Stated to exist: DOC-1. How it looks is assumed: GAP-DOCUMENT-REQUEST.
             * @default html
             * @enum {string}
             */
            format?: "html" | "json" | "pdf";
            /**
             * @description Values for the template's own parameters, by name, such as the record that the document is about.
             *     Which there are depends on the document.
             *
             *     Assumed: GAP-DOCUMENT-REQUEST.
             */
            parameters?: {
                [key: string]: string | number | boolean | null;
            };
        };
        /**
         * @description The filled template as one HTML page.
         *
         *     Stated to exist: DOC-1. How it looks is assumed: GAP-DOCUMENT-RESULT.
         */
        HtmlDocument: string;
        /**
         * @description The data that the template combines, in the document's own structure (DOC-3).
         *
         *     Stated to exist: DOC-1, DOC-3. How it looks is assumed: GAP-DOCUMENT-RESULT.
         */
        JsonDocument: unknown;
        /**
         * @description The filled template as a PDF file, in bytes.
         *
         *     Stated to exist: DOC-1. How it looks is assumed: GAP-DOCUMENT-RESULT.
         */
        PdfDocument: Uint8Array;
        /**
         * @description The fields to set, by name; those left out keep their value. Which there are depends on the section
         *     (`x-sections`). They are checked for each operation by itself, so a wrong one fails its operation, not
         *     the request.
         *
         *     Stated to exist: WRI-1. How it looks is assumed: GAP-WRITE-REQUEST.
         */
        RecordFields: {
            /**
             * @description Edit it to 1 to delete the record; to 0, to restore it (assumed).
             *
             *     Stated: WRI-2, its name and value. The rest is assumed: GAP-RECORD-STATES.
             * @example 1
             */
            eliminado?: unknown;
        } & {
            [key: string]: unknown;
        };
        /** @description Creates a record, or edits one when an `id` is given. */
        WriteOperation: {
            /**
             * @description The section that the record belongs to.
             *
             *     Stated to exist: WRI-1. How it looks is assumed: GAP-WRITE-REQUEST.
             * @example entities
             */
            section: string;
            /**
             * @description The record to edit; leave it out to create one.
             *
             *     Stated to exist: WRI-1. How it looks is assumed: GAP-WRITE-REQUEST.
             */
            id?: number;
            fields: components["schemas"]["RecordFields"];
        };
        WriteRequest: {
            /**
             * @description What to do, in this order.
             *
             *     Stated to exist: WRI-1. How it looks is assumed: GAP-WRITE-REQUEST.
             */
            operations: components["schemas"]["WriteOperation"][];
        };
        WriteViolation: {
            /**
             * @description JSON pointer to the fault, counted from the operation.
             *
             *     Assumed: GAP-WRITE-RESULT.
             * @example /fields/lines/0/quantity
             */
            pointer: string;
            /** @description Assumed: GAP-WRITE-RESULT. */
            message: string;
            /**
             * @description What would have been accepted.
             *
             *     Assumed: GAP-WRITE-RESULT.
             */
            expected?: string;
        };
        /**
         * @description Why the operation failed; present exactly when it did.
         *
         *     Assumed: GAP-WRITE-RESULT.
         */
        WriteError: {
            /**
             * @description A stable name for what is wrong, for programs.
             *
             *     Assumed: GAP-WRITE-RESULT.
             * @enum {string}
             */
            code: "unknown_section" | "unknown_record" | "unknown_field" | "read_only_field" | "missing_field" | "invalid_field" | "invalid_check_digit" | "unknown_reference" | "insufficient_stock" | "record_deleted" | "forbidden";
            /**
             * @description What is wrong, for people.
             *
             *     Assumed: GAP-WRITE-RESULT.
             */
            message: string;
            /**
             * @description Each violation by itself, when the fields are at fault.
             *
             *     Assumed: GAP-WRITE-RESULT.
             */
            details?: components["schemas"]["WriteViolation"][];
        };
        /** @description What became of one operation. */
        WriteResult: {
            /**
             * @description The operation's section.
             *
             *     Stated to exist: WRI-4. How it looks is assumed: GAP-WRITE-RESULT.
             */
            section: string;
            /**
             * @description The record that was created or edited; absent when a creation failed.
             *
             *     Stated to exist: WRI-4. How it looks is assumed: GAP-WRITE-RESULT.
             */
            id?: number;
            /**
             * @description Stated to exist: WRI-4. How it looks is assumed: GAP-WRITE-RESULT.
             * @enum {string}
             */
            outcome: "created" | "edited" | "deleted" | "restored" | "failed";
            error?: components["schemas"]["WriteError"];
        };
        WriteAnswer: {
            /**
             * @description One result for each operation, in the order of the request.
             *
             *     Stated to exist: WRI-4. How it looks is assumed: GAP-WRITE-RESULT.
             */
            results: components["schemas"]["WriteResult"][];
        };
        TaxIdRequest: {
            /**
             * @description The identifier; spaces, dots, dashes and letter case do not matter.
             *
             *     Stated to exist: TOOL-1. How it looks is assumed: GAP-TOOLS.
             */
            value: string;
            /**
             * @description The name to compare with the agency's; left out, the name is not checked.
             *
             *     Assumed: GAP-TOOLS.
             */
            name?: string;
        };
        TaxIdVerdict: {
            /**
             * @description The identifier as the agency writes it.
             *
             *     Stated to exist: TOOL-1. How it looks is assumed: GAP-TOOLS.
             */
            value: string;
            /** @description Stated to exist: TOOL-1. How it looks is assumed: GAP-TOOLS. */
            valid: boolean;
            /**
             * @description Whom an identifier of this form belongs to; absent when it has no known form.
             *
             *     Stated to exist: TOOL-1. How it looks is assumed: GAP-TOOLS.
             * @enum {string}
             */
            kind?: "individual" | "foreigner" | "company";
            /**
             * @description The name that the agency knows; only when valid.
             *
             *     Assumed: GAP-TOOLS.
             */
            name?: string;
            /**
             * @description Why it is not valid; present exactly when it is not.
             *
             *     Assumed: GAP-TOOLS.
             * @enum {string}
             */
            reason?: "malformed" | "check_digit" | "unknown" | "name_mismatch";
        };
        VatIdRequest: {
            /**
             * @description The identifier, with its country in front unless `country` gives it.
             *
             *     Stated to exist: TOOL-2. How it looks is assumed: GAP-TOOLS.
             */
            value: string;
            /**
             * @description The member state's two letters, as VAT identifiers use them (`EL` for Greece).
             *
             *     Assumed: GAP-TOOLS.
             */
            country?: string;
        };
        VatIdVerdict: {
            /**
             * @description The identifier with its country in front, without spaces.
             *
             *     Stated to exist: TOOL-2. How it looks is assumed: GAP-TOOLS.
             */
            value: string;
            /**
             * @description The member state's two letters; absent when there is none to be read.
             *
             *     Assumed: GAP-TOOLS.
             */
            country?: string;
            /** @description Stated to exist: TOOL-2. How it looks is assumed: GAP-TOOLS. */
            valid: boolean;
            /**
             * @description Whose it is; only when valid.
             *
             *     Assumed: GAP-TOOLS.
             */
            name?: string;
            /**
             * @description Their address; only when valid.
             *
             *     Assumed: GAP-TOOLS.
             */
            address?: string;
            /**
             * @description Why it is not valid; present exactly when it is not.
             *
             *     Assumed: GAP-TOOLS.
             * @enum {string}
             */
            reason?: "malformed" | "check_digit" | "not_eu" | "unknown";
        };
        /** @description One event of one record. */
        RecordChanged: {
            /**
             * @description What happened. A deletion is a modification, of the field `eliminado`.
             *
             *     Stated to exist: HOOK-1. How it looks is assumed: GAP-HOOK-EVENTS.
             * @enum {string}
             */
            event: "created" | "modified";
            /**
             * @description The section that the webhook was set up for.
             *
             *     Stated to exist: HOOK-1. How it looks is assumed: GAP-HOOK-BODY.
             */
            section: string;
            /**
             * @description The record.
             *
             *     Assumed: GAP-HOOK-BODY.
             */
            id: number;
            /**
             * @description The fields whose value changed; for a creation, those that have one.
             *
             *     Stated to exist: HOOK-1. How it looks is assumed: GAP-HOOK-BODY.
             */
            changedFields?: string[];
            /**
             * Format: date-time
             * @description When the record changed, in UTC.
             *
             *     Assumed: GAP-HOOK-BODY.
             */
            occurredAt?: string;
            /**
             * @description The record after the event; only from webhooks that were set up to send it.
             *
             *     Assumed: GAP-HOOK-BODY.
             */
            record?: {
                [key: string]: unknown;
            };
        };
    };
    responses: {
        /**
         * @description The path exists, but not for this method.
         *
         *     Assumed: GAP-ERRORS.
         */
        MethodNotAllowed: {
            headers: {
                /**
                 * @description The methods that the path has, separated by commas.
                 *
                 *     Assumed: GAP-ERRORS.
                 */
                Allow: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description Too many requests.
         *
         *     Assumed: GAP-RATE-LIMITS.
         */
        RateLimited: {
            headers: {
                /**
                 * @description How many seconds to wait before trying again.
                 *
                 *     Assumed: GAP-RATE-LIMITS.
                 */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The service failed; the request may be fine.
         *
         *     Assumed: GAP-ERRORS.
         */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The service, or an agency that it asks, is not available at the moment.
         *
         *     Assumed: GAP-ERRORS.
         */
        Unavailable: {
            headers: {
                /**
                 * @description How many seconds to wait before trying again.
                 *
                 *     Assumed: GAP-ERRORS.
                 */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description No key, or one that the service does not know.
         *
         *     Stated to exist: AUTH-2. How it looks is assumed: GAP-ERRORS.
         */
        Unauthenticated: {
            headers: {
                /**
                 * @description How to authenticate.
                 *
                 *     Stated to exist: AUTH-1. How it looks is assumed: GAP-ERRORS.
                 */
                "WWW-Authenticate": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The user who owns the key may not do this.
         *
         *     Stated to exist: AUTH-3. How it looks is assumed: GAP-PERMISSIONS.
         */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The body is not what its content type says: JSON that does not parse, for instance.
         *
         *     Assumed: GAP-ERRORS.
         */
        Malformed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description What the request names does not exist.
         *
         *     Assumed: GAP-ERRORS.
         */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The body is larger than the service takes.
         *
         *     Assumed: GAP-ERRORS.
         */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The body is not JSON.
         *
         *     Stated to exist: BODY-1. How it looks is assumed: GAP-ERRORS.
         */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The body is well formed but breaks the rules; `errors` has each violation.
         *
         *     Assumed: GAP-ERRORS.
         */
        Invalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description The service is running.
             *
             *     Stated: PING-1, PING-2.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    whoami: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description The user who owns the key.
             *
             *     Stated: WHO-1, BODY-1, its media type. The rest is assumed: GAP-USER-FIELDS.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description Which report, which page of it, and how.
         *
         *     Stated: REP-1, BODY-1.
         */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportRequest"];
            };
        };
        responses: {
            /**
             * @description One page of the report. A page past the last one has no rows.
             *
             *     Stated: REP-1, REP-2, BODY-1, its media type. The rest is assumed: GAP-REPORT-RESULT.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportPage"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    generateDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description Which document, in which format, about what.
         *
         *     Stated: DOC-2, BODY-1.
         */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DocumentRequest"];
            };
        };
        responses: {
            /**
             * @description The document, in the format that was asked for.
             *
             *     Stated to exist: DOC-1. How it looks is assumed: GAP-DOCUMENT-RESULT.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": components["schemas"]["HtmlDocument"];
                    "application/json": components["schemas"]["JsonDocument"];
                    "application/pdf": components["schemas"]["PdfDocument"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    writeRecords: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description The operations.
         *
         *     Stated: WRI-1, BODY-1, its media type. The rest is assumed: GAP-WRITE-REQUEST.
         */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteRequest"];
            };
        };
        responses: {
            /**
             * @description What became of each operation, in the order of the request.
             *
             *     Stated: WRI-4, BODY-1, its media type. The rest is assumed: GAP-WRITE-RESULT.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WriteAnswer"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    validateTaxId: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description The identifier in question.
         *
         *     Stated to exist: TOOL-1, BODY-1. How it looks is assumed: GAP-TOOLS.
         */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaxIdRequest"];
            };
        };
        responses: {
            /**
             * @description The agency's verdict.
             *
             *     Stated to exist: TOOL-1, BODY-1. How it looks is assumed: GAP-TOOLS.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxIdVerdict"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    validateVatId: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description The identifier in question.
         *
         *     Stated to exist: TOOL-2, BODY-1. How it looks is assumed: GAP-TOOLS.
         */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VatIdRequest"];
            };
        };
        responses: {
            /**
             * @description The registry's verdict.
             *
             *     Stated to exist: TOOL-2, BODY-1. How it looks is assumed: GAP-TOOLS.
             */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VatIdVerdict"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    recordChanged: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * @description The notification.
         *
         *     Stated: HOOK-2, BODY-1, its media type. The rest is assumed: GAP-HOOK-BODY.
         */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordChanged"];
            };
        };
        responses: {
            /**
             * @description Received. A body is not read.
             *
             *     Stated: HOOK-5.
             */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
