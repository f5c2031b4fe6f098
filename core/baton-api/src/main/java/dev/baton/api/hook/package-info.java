/**
 * An application's own code that Baton calls: around adds ({@link dev.baton.api.hook.AddDecorator})
 * and attempts ({@link dev.baton.api.hook.TaskInterceptor}), with what happens ({@link
 * dev.baton.api.hook.TaskListener}), and with incidents that need a person ({@link
 * dev.baton.api.hook.IncidentSink}).
 */
@NullMarked
package dev.baton.api.hook;

import org.jspecify.annotations.NullMarked;
