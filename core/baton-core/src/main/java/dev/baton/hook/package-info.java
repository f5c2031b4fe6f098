/**
 * An application's own code that Baton calls: around adds ({@link dev.baton.hook.AddDecorator}) and
 * attempts ({@link dev.baton.hook.TaskInterceptor}), with what happens ({@link
 * dev.baton.hook.TaskListener}), and with incidents that need a person ({@link
 * dev.baton.hook.IncidentSink}).
 */
@NullMarked
package dev.baton.hook;

import org.jspecify.annotations.NullMarked;
