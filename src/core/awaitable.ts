/** At hand already, or on its way: what is asked for with each request does not have to wait for a turn of its own. */
export type Awaitable<Value> = Value | Promise<Value>
