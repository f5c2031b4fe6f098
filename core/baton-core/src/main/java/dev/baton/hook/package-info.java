/**
 * Interfaces for an application's code that Baton calls: around adds ({@link
 * dev.baton.hook.AddDecorator}) and attempts ({@link dev.baton.hook.TaskInterceptor}), for events
 * ({@link dev.baton.hook.TaskListener}) and for incidents ({@link dev.baton.hook.IncidentSink}).
 */
@NullMarked
package dev.baton.hook;

import org.jspecify.annotations.NullMarked;
