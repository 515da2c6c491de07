/** Property tests take the same cases in every run, so that a change is judged for itself. ENSAYO_SEED takes others. */
import { configureGlobal } from 'fast-check'

configureGlobal({ seed: Number(process.env['ENSAYO_SEED'] ?? 20_261_120) })
