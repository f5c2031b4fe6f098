/**
 * Interfaces that you implement and Baton calls: before it adds a task ({@link
 * dev.baton.hook.AddDecorator}), around attempts ({@link dev.baton.hook.TaskInterceptor}), and for
 * events ({@link dev.baton.hook.TaskListener}).
 */
@NullMarked
package dev.baton.hook;

import org.jspecify.annotations.NullMarked;
