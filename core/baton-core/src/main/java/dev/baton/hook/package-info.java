/**
 * Interfaces for an application's code that Baton calls: around adds ({@link
 * dev.baton.hook.AddDecorator}) and attempts ({@link dev.baton.hook.TaskInterceptor}), and for
 * events ({@link dev.baton.hook.TaskListener}).
 */
@NullMarked
package dev.baton.hook;

import org.jspecify.annotations.NullMarked;
