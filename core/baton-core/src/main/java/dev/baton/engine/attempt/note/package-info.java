/**
 * Stores a task's notes for its handler: steps, signals, kept results and progress. A running
 * attempt uses {@link dev.baton.engine.attempt.note.AttemptNotes}. The end of an attempt uses
 * {@link dev.baton.engine.attempt.note.OutcomeNotes}.
 */
@NullMarked
package dev.baton.engine.attempt.note;

import org.jspecify.annotations.NullMarked;
